// Shows the active policy: its rules, a form to evaluate calls, and an editor.

import { useStore } from '../../api/store.js';
import type { Policy } from '../../api/types.js';
import { useFetch } from '../../api/use-fetch.js';
import { Loading, Problem } from '../../components/card.js';
import { Tabs } from '../../components/tabs.js';
import { place } from '../../shell/location.js';
import { Editor } from './editor.js';
import { Playground } from './playground.js';
import { Rules } from './rules.js';

const tabs = [
  { id: 'rules', name: 'Rules' },
  { id: 'try', name: 'Try a call' },
  { id: 'edit', name: 'Edit' },
] as const;

export function PolicyPage() {
  const { parameters } = useStore(place);
  const { data, error, reload } = useFetch<Policy>('/api/policy');
  const current = parameters.get('tab') ?? 'rules';
  return (
    <div class="grid gap-3">
      <div class="flex flex-wrap items-center gap-3">
        <Tabs label="Policy" current={current} tabs={tabs} />
        <p class="untrusted min-h-4 min-w-0 flex-1 truncate font-mono text-xs text-muted max-sm:basis-full">
          {data === undefined ? '' : (data.file ?? 'balanced (built in)')}
        </p>
      </div>
      <Problem message={error} />
      {data === undefined ? (
        <Loading height="h-96" />
      ) : current === 'try' ? (
        <Playground />
      ) : current === 'edit' ? (
        <Editor policy={data} onSaved={reload} />
      ) : (
        <Rules policy={data} />
      )}
    </div>
  );
}
