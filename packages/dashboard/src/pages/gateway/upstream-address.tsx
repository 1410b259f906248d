// Shows the IP address of the upstream server of a proxy, with a button to resolve its host name again.

import { request } from '../../api/client.js';
import type { DnsPin, GatewayProxy } from '../../api/gateway-types.js';
import { useFetch } from '../../api/use-fetch.js';
import { Problem } from '../../components/card.js';
import { Button } from '../../components/controls.js';
import { useAction } from '../../components/form.js';
import { Time } from '../../text/time.js';
import { proxyPath } from './paths.js';

/** Shows the IP address from the last DNS lookup. */
export function UpstreamAddress({ proxy }: { proxy: GatewayProxy }) {
  const { data, reload } = useFetch<{ dnsPin: DnsPin | null }>(proxyPath(proxy));
  const { isBusy, failure, run } = useAction();
  const resolve = () => run(() => request('POST', `${proxyPath(proxy)}/re-resolve`).then(reload));
  return (
    <>
      <dt class="text-xs text-muted">IP address</dt>
      <dd class="grid gap-1">
        <span class="flex min-h-8 min-w-0 items-center gap-2 text-xs">
          {data?.dnsPin == null ? (
            <span class="text-muted">{data === undefined ? '…' : 'not known yet'}</span>
          ) : (
            <>
              <code class="untrusted truncate font-mono" title={data.dnsPin.address}>
                {data.dnsPin.address}
              </code>
              <span class="whitespace-nowrap text-muted max-sm:hidden">
                resolved <Time iso={data.dnsPin.resolvedAt} />
              </span>
            </>
          )}
          <span class="ml-auto shrink-0">
            <Button small disabled={isBusy} onClick={resolve}>
              Resolve now
            </Button>
          </span>
        </span>
        <Problem message={failure?.message} />
      </dd>
    </>
  );
}
