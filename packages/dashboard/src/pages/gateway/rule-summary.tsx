// Shows the types of the rules of a proxy in order of evaluation.

import type { GatewayProxy, GatewayRule } from '../../api/gateway-types.js';
import { useFetch } from '../../api/use-fetch.js';
import { proxyPath } from './paths.js';

const nameOf = ({ rule_type: type, enabled }: GatewayRule): string =>
  enabled === false ? `${type} (off)` : type;

/** Shows one line, so that nothing moves when the rules arrive. They are loaded again when `version` changes. */
export function RuleSummary({ proxy, version }: { proxy: GatewayProxy; version: unknown }) {
  const { data } = useFetch<{ rules: GatewayRule[] }>(`${proxyPath(proxy)}/rules`, version);
  const text = data?.rules.map(nameOf).join(', ') ?? '…';
  return (
    <>
      <dt class="text-xs text-muted">Rules</dt>
      <dd class="untrusted truncate text-xs" title={text}>
        {text === '' ? <span class="text-muted">none</span> : text}
      </dd>
    </>
  );
}
