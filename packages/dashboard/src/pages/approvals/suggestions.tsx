// Shows rules that would have allowed the call, each with the number of logged calls that it matches.

import { useState } from 'preact/hooks';
import type { Suggestion } from '../../api/types.js';
import { useFetch } from '../../api/use-fetch.js';
import { Loading, Problem } from '../../components/card.js';
import { Copy } from '../../components/copy.js';
import { pluralize } from '../../text/format.js';

export function Suggestions({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const path = isOpen ? `/api/approvals/${encodeURIComponent(id)}/suggestions` : undefined;
  const { data, error } = useFetch<{ items: Suggestion[] }>(path);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="text-xs text-muted">Rules that allow such calls without approval</summary>
      <div class="mt-2 grid gap-2">
        <Problem message={error} />
        {isOpen && data === undefined && error === undefined && <Loading height="h-20" />}
        {data?.items.length === 0 && (
          <p class="text-xs text-muted">No rule covers only calls like this one.</p>
        )}
        {data?.items.map(({ name, rule, calls, days }) => (
          <div key={name} class="rounded-lg border border-line p-3">
            <p class="mb-2 flex flex-wrap items-center gap-2">
              <b>{name}</b>
              <span class="text-xs text-muted">
                matches {calls === 0 ? 'no other call' : pluralize(calls, 'other call')} from the last {days}{' '}
                days
              </span>
              <span class="ml-auto">
                <Copy text={rule} name="Copy rule" />
              </span>
            </p>
            <pre class="untrusted overflow-auto rounded-md bg-raised p-2 font-mono text-xs" tabIndex={0}>
              {rule}
            </pre>
          </div>
        ))}
      </div>
    </details>
  );
}
