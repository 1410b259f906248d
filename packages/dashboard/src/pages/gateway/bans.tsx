// Shows callers that `rate_limit` rules have banned, with the end of each ban and a button to lift it.

import { request } from '../../api/client.js';
import type { GatewayBan, GatewayProxy, Page } from '../../api/gateway-types.js';
import { Empty, Problem } from '../../components/card.js';
import { Badge, Button } from '../../components/controls.js';
import { useAction } from '../../components/form.js';
import { formatDuration } from '../../text/format.js';
import { useNow } from '../../text/use-now.js';
import { ListHead, More } from './list.js';

interface BansProps {
  bans: Page<GatewayBan>;
  proxies: readonly GatewayProxy[];
  onChanged: () => void;
}

export function Bans({ bans, proxies, onChanged }: BansProps) {
  const now = useNow();
  const { isBusy, failure, run } = useAction();
  const lift = ({ id }: GatewayBan) =>
    run(() => request('DELETE', `/api/bans/${encodeURIComponent(id)}`).then(onChanged));
  return (
    <>
      <ListHead>Rules with the type rate_limit ban callers that exceed their limit repeatedly.</ListHead>
      <Problem message={failure?.message} />
      <section class="card min-w-0 px-4" aria-label="Bans">
        {bans.items.length === 0 ? (
          <Empty icon="check" title="No caller is banned">
            Callers that a rule bans appear here until their ban ends.
          </Empty>
        ) : (
          <ul id="bans" class="divide-y divide-line">
            {bans.items.map((ban) => (
              <li key={ban.id} class="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-3">
                <div class="min-w-0 flex-1 basis-60">
                  <p class="flex flex-wrap items-center gap-2">
                    <Caller caller={ban.caller} />
                    <Badge tone="deny">{ban.rule}</Badge>
                  </p>
                  <p class="untrusted text-xs text-muted">
                    {ban.proxyId === null
                      ? 'at every proxy'
                      : `at ${proxies.find(({ id }) => id === ban.proxyId)?.name ?? ban.proxyId}`}
                  </p>
                </div>
                <span class="text-xs text-muted tabular-nums">
                  {formatDuration(Date.parse(ban.until) - now)} left
                </span>
                <Button small disabled={isBusy} onClick={() => lift(ban)}>
                  Lift the ban
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <More list={bans} />
    </>
  );
}

/** Shows the name of an API key or the subject of a JWT. The tooltip contains the complete identity. */
function Caller({ caller }: { caller: string }) {
  const [, keyName] = /^key:[^/]*\/(.+)$/.exec(caller) ?? [];
  const [, subject] = /^jwt:(.+)$/.exec(caller) ?? [];
  return (
    <>
      <b class="untrusted" title={caller}>
        {keyName ?? subject ?? (caller === '' ? 'callers without a name' : caller)}
      </b>
      {keyName !== undefined && <Badge>API key</Badge>}
      {subject !== undefined && <Badge>JWT</Badge>}
    </>
  );
}
