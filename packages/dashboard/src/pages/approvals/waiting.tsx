// Shows how long a call stays pending, and how long it can be approved.

import type { Approval } from '../../api/types.js';
import { formatDuration } from '../../text/format.js';
import { Time } from '../../text/time.js';
import { Remaining } from './countdown.js';

/** Shows the effect of an approval: it continues the call, or only allows a repeated call. */
export function Waiting({
  approval: { created_at: created, waits_until: waits, expires_at: expires },
  now,
}: {
  approval: Approval;
  now: number;
}) {
  const callLeft = waits == null ? 0 : Date.parse(waits) - now;
  const openLeft = expires === null ? 0 : Date.parse(expires) - now;
  return (
    <div class="grid gap-1.5" aria-live="off">
      {callLeft > 0 && waits != null ? (
        <>
          <p class="text-xs">
            The call stays pending for another <b class="tabular-nums">{formatDuration(callLeft)}</b>
            <span class="text-muted">
              , then the client gets an error.{' '}
              {expires !== null && (
                <>
                  An approval until <Time iso={expires} /> allows the repeated call.
                </>
              )}
            </span>
          </p>
          <Remaining from={created} until={waits} now={now} />
        </>
      ) : (
        <>
          <p class="text-xs">
            The call is no longer pending. <span class="text-muted">If you approve within </span>
            <b class="tabular-nums">{formatDuration(openLeft)}</b>
            <span class="text-muted">, the repeated call is allowed.</span>
          </p>
          {expires !== null && <Remaining from={created} until={expires} now={now} />}
        </>
      )}
    </div>
  );
}
