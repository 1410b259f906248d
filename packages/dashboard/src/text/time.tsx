// A time in the local zone; the exact one is in the tooltip.

import { formatTime } from './format.js';

export const Time = ({ iso, class: name = '' }: { iso: string; class?: string }) => (
  <time dateTime={iso} title={iso} class={`tabular-nums whitespace-nowrap ${name}`}>
    {formatTime(iso)}
  </time>
);
