// Shows a time in the local time zone; the tooltip contains the exact time.

import { formatTime } from './format.js';

export const Time = ({ iso, class: name = '' }: { iso: string; class?: string }) => (
  <time dateTime={iso} title={iso} class={`tabular-nums whitespace-nowrap ${name}`}>
    {formatTime(iso)}
  </time>
);
