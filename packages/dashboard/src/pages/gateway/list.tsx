// Defines what the gateway lists have in common: a heading with a button, a text for empty lists, and the origin of
// records.

import type { ComponentChildren } from 'preact';
import type { Page } from '../../api/gateway-types.js';
import { Badge, Button } from '../../components/controls.js';

export const ListHead = ({
  children,
  create,
  onCreate,
}: {
  children: ComponentChildren;
  create?: string;
  onCreate?: () => void;
}) => (
  <header class="flex flex-wrap items-center gap-3">
    <p class="min-w-0 flex-1 text-xs text-muted">{children}</p>
    {create !== undefined && (
      <Button kind="primary" onClick={() => onCreate?.()}>
        {create}
      </Button>
    )}
  </header>
);

/** Shows a note if the list contains only the first records. */
export const More = ({ list: { items, total } }: { list: Page<unknown> }) =>
  total <= items.length ? null : (
    <p class="text-center text-xs text-muted">
      The oldest {items.length} of {total} are shown.
    </p>
  );

export const Declared = ({ source }: { source: 'api' | 'file' }) =>
  source === 'api' ? null : (
    <span title="Change it in the file and run `clawdefender gateway apply`.">
      <Badge tone="log">gateway.toml</Badge>
    </span>
  );
