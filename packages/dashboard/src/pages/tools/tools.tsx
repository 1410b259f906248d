// Shows the tools of all servers: accepted definitions, changes, and findings.

import { useState } from 'preact/hooks';
import { useStore } from '../../api/store.js';
import type { Tool } from '../../api/types.js';
import { useFetch, useInterval } from '../../api/use-fetch.js';
import { Card, Command, Empty, Loading, Problem } from '../../components/card.js';
import { Badge, fieldLook } from '../../components/controls.js';
import { place } from '../../shell/location.js';
import { pluralize } from '../../text/format.js';
import { ToolRow } from './tool-row.js';

function countsOf(tools: readonly Tool[]): string {
  const changed = tools.filter(({ state }) => state !== 'accepted').length;
  const suspicious = tools.filter(({ findings }) => findings.length > 0).length;
  return `${pluralize(tools.length, 'tool')}, ${changed} changed, ${suspicious} suspicious`;
}

const isOpen = ({ state, findings }: Tool) => state !== 'accepted' || findings.length > 0;

export function ToolsPage() {
  const { data, error, reload } = useFetch<{ items: Tool[] }>('/api/tools');
  const { parameters } = useStore(place);
  const [text, setText] = useState('');
  const [onlyOpen, setOnlyOpen] = useState(parameters.get('show') === 'changed');
  useInterval(reload, 5000);
  const all = data?.items ?? [];
  const shown = all.filter(
    (tool) =>
      (!onlyOpen || isOpen(tool)) && `${tool.server} ${tool.tool}`.toLowerCase().includes(text.toLowerCase()),
  );
  const servers = [...new Set(shown.map(({ server }) => server))];
  return (
    <div class="grid gap-3">
      <Problem message={error} />
      <div class="flex flex-wrap items-center gap-3">
        <input
          type="search"
          aria-label="Filter tools"
          placeholder="Filter by name"
          class={`${fieldLook} max-w-72`}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <label class="inline-flex items-center gap-2">
          <input
            type="checkbox"
            checked={onlyOpen}
            onChange={({ currentTarget }) => setOnlyOpen(currentTarget.checked)}
          />
          only tools that need review
        </label>
        <p class="ml-auto min-h-4 text-right text-xs text-muted max-lg:basis-full max-lg:text-left">
          {data !== undefined && countsOf(all)}
        </p>
      </div>
      {data === undefined ? (
        <Loading height="h-96" />
      ) : shown.length === 0 ? (
        <div class="card">
          <Empty icon="tools" title={all.length === 0 ? 'No tools yet' : 'No tool matches'}>
            {all.length === 0 ? (
              <>
                The definitions of a server are pinned when it lists its tools for the first time through a
                proxy. To check servers before you use them, run <Command>clawdefender scan --live</Command>
              </>
            ) : (
              'Change the filter.'
            )}
          </Empty>
        </div>
      ) : (
        servers.map((server) => (
          <Card
            key={server}
            title={server}
            hint={pluralize(shown.filter((tool) => tool.server === server).length, 'tool')}
            actions={<Summary tools={all.filter((tool) => tool.server === server)} />}
          >
            <ul class="divide-y divide-line">
              {shown
                .filter((tool) => tool.server === server)
                .sort((left, right) => Number(isOpen(right)) - Number(isOpen(left)))
                .map((tool) => (
                  <ToolRow key={tool.tool} tool={tool} onDecided={reload} />
                ))}
            </ul>
          </Card>
        ))
      )}
    </div>
  );
}

const Summary = ({ tools }: { tools: readonly Tool[] }) => {
  const open = tools.filter(({ state }) => state !== 'accepted').length;
  return <Badge tone={open > 0 ? 'deny' : 'allow'}>{open > 0 ? `${open} to review` : 'all accepted'}</Badge>;
};
