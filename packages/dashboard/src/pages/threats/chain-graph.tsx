// Shows a chain of calls as a graph with one box for each call in chronological order. The last call is the one that
// was stopped.

import type { Chain, ChainNode } from '../../api/types.js';
import { Badge, Decision } from '../../components/controls.js';
import { hrefTo } from '../../shell/location.js';
import { Coded } from '../../text/coded.js';
import { formatDuration } from '../../text/format.js';
import { Time } from '../../text/time.js';
import { idOf } from '../events/group.js';

export const ChainGraph = ({ chain: { rule, reason, nodes } }: { chain: Chain }) => (
  <li class="rounded-xl border border-line p-3">
    <p class="untrusted mb-3 flex flex-wrap items-center gap-2">
      <Badge tone="finding">{rule}</Badge>
      <span>
        <Coded text={reason} />
      </span>
    </p>
    <ol class="flex flex-col items-stretch overflow-x-auto md:flex-row md:items-center">
      {nodes.map((node, index) => (
        <>
          {index > 0 && (
            <Arrow milliseconds={Date.parse(node.time) - Date.parse(nodes[index - 1]?.time ?? node.time)} />
          )}
          <Node key={idOf(node)} node={node} />
        </>
      ))}
    </ol>
  </li>
);

const Node = ({ node }: { node: ChainNode }) => (
  <li
    class={`min-w-44 flex-1 rounded-lg border-2 p-2.5 md:max-w-80 ${node.decision === 'deny' ? 'border-deny' : 'border-line'}`}
  >
    <a href={hrefTo('events', { event: idOf(node) })} class="block hover:underline">
      <span class="mb-1 flex items-center justify-between gap-2 text-xs text-muted">
        {node.role}
        <Decision value={node.decision} />
      </span>
      <b class="untrusted block font-mono text-xs">{node.tool}</b>
      {node.target !== undefined && (
        <span class="untrusted block truncate font-mono text-xs" title={node.target}>
          {node.target}
        </span>
      )}
      <span class="untrusted mt-1 block truncate text-xs text-muted">
        {node.server} · <Time iso={node.time} />
      </span>
    </a>
  </li>
);

const Arrow = ({ milliseconds }: { milliseconds: number }) => (
  <li
    aria-hidden="true"
    class="flex items-center justify-center gap-1 py-1 text-xs text-muted md:flex-col md:px-2 md:py-0"
  >
    <span class="tabular-nums">
      {milliseconds < 1000 ? 'at once' : `${formatDuration(milliseconds)} later`}
    </span>
    <svg
      aria-hidden="true"
      viewBox="0 0 48 12"
      class="w-10 rotate-90 md:rotate-0"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
    >
      <path d="M1 6h43M38 1l7 5-7 5" />
    </svg>
  </li>
);
