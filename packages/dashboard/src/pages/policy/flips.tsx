// Shows logged calls that a changed policy would decide differently.

import type { Preview } from '../../api/types.js';
import { Card, Empty, Loading } from '../../components/card.js';
import { Decision } from '../../components/controls.js';
import { formatCount, pluralize } from '../../text/format.js';

export const Flips = ({ preview }: { preview: Preview | 'running' | undefined }) => (
  <Card title="Preview" hint="recorded calls from the last 7 days">
    {preview === undefined ? (
      <Empty icon="events" title="What would change?">
        Press Preview to evaluate the recorded calls with the text in the editor.
      </Empty>
    ) : preview === 'running' ? (
      <Loading />
    ) : (
      <>
        <p class="mb-2">
          {pluralize(preview.calls, 'call')}: <b>{formatCount(preview.changed)} decided differently</b>
          {preview.unsure > 0 && `, ${formatCount(preview.unsure)} uncertain`}
        </p>
        <ul id="flips" class="max-h-96 divide-y divide-line overflow-auto">
          {preview.items.map(({ server, tool, before, after, rule, count, doubt }, index) => (
            <li key={index} class={`grid gap-1 py-2 ${doubt === undefined ? '' : 'opacity-70'}`}>
              <p class="flex flex-wrap items-center gap-1.5">
                <Decision value={before} /> → <Decision value={after} />
                <span class="untrusted min-w-0 flex-1 truncate font-mono text-xs">
                  {server}/{tool}
                </span>
                <b class="text-xs tabular-nums">× {formatCount(count)}</b>
              </p>
              <p class="untrusted text-xs text-muted">
                by {rule}
                {doubt !== undefined && `; uncertain: ${doubt}`}
              </p>
            </li>
          ))}
        </ul>
      </>
    )}
  </Card>
);
