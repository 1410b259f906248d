// Shows the state of the audit log: the result of the last verification of its hash chain.

import type { ChainState } from '../../api/types.js';
import { useFetch, useInterval } from '../../api/use-fetch.js';
import { Badge } from '../../components/controls.js';
import { formatCount, formatTime } from '../../text/format.js';

export function ChainBadge() {
  const { data, reload } = useFetch<ChainState>('/api/chain');
  useInterval(reload, data?.ok === null ? 1000 : 15_000);
  // The width is fixed, so that nothing moves when the state changes.
  return (
    <div class="h-6 w-64 text-right xl:w-80">
      {data === undefined || data.ok === null ? (
        <Badge>verifying the audit log …</Badge>
      ) : (
        <Verified state={data} />
      )}
    </div>
  );
}

function Verified({ state: data }: { state: ChainState }) {
  const when = data.checkedAt === null ? '' : `, ${formatTime(data.checkedAt)}`;
  return (
    <span
      title={data.problems.join('\n') || `${formatCount(data.records)} records in ${data.sessions} sessions`}
    >
      <Badge tone={data.ok ? 'allow' : 'deny'}>
        {data.ok ? `✓ audit log verified${when}` : `audit log damaged: ${data.problems[0] ?? ''}`}
      </Badge>
    </span>
  );
}
