// Shows the problems in a policy with their positions.

import type { Diagnostic } from '../../api/types.js';
import { Badge } from '../../components/controls.js';
import { Coded } from '../../text/coded.js';

interface DiagnosticsProps {
  items: readonly Diagnostic[];
  onSelect?: (line: number) => void;
}

export const Diagnostics = ({ items, onSelect }: DiagnosticsProps) => (
  <ul class="card divide-y divide-line">
    {items.map(({ line, column, severity, message, help, code }, index) => (
      <li key={index} class="flex flex-wrap items-baseline gap-x-2 gap-y-1 p-3">
        <Badge tone={severity === 'error' ? 'deny' : 'prompt'}>{severity}</Badge>
        <button
          type="button"
          class="font-mono text-xs text-accent underline"
          onClick={() => onSelect?.(line)}
        >
          line {line}:{column}
        </button>
        <span class="untrusted min-w-0">
          <Coded text={message} />
        </span>
        {help !== undefined && (
          <span class="untrusted w-full text-xs text-muted">
            <Coded text={help} />
          </span>
        )}
        <code class="sr-only">{code}</code>
      </li>
    ))}
  </ul>
);
