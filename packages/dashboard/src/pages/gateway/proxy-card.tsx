// Shows one proxy: its URL for callers, its upstream server, its authentication, and its actions.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { GatewayProxy } from '../../api/gateway-types.js';
import { Problem } from '../../components/card.js';
import { Badge, Button } from '../../components/controls.js';
import { Copy } from '../../components/copy.js';
import { Confirm, useAction } from '../../components/form.js';
import { pluralize } from '../../text/format.js';
import { Declared } from './list.js';
import { proxyPath } from './paths.js';
import { ProxyForm } from './proxy-form.js';
import { RuleSummary } from './rule-summary.js';
import { RulesEditor } from './rules-editor.js';
import { UpstreamAddress } from './upstream-address.js';

const authNames: Readonly<Record<GatewayProxy['authType'], string>> = {
  none: 'no credentials',
  bearer: 'a bearer token',
  forward_client_jwt: 'the JWT of the caller',
};
const modeNames = { aifw_api_key: 'API key', jwt: 'JWT' } as const;

type Open = 'edit' | 'rules' | 'delete' | undefined;

interface ProxyCardProps {
  proxy: GatewayProxy;
  origin: string;
  onChanged: () => void;
}

export function ProxyCard({ proxy, origin, onChanged }: ProxyCardProps) {
  const { name, url, authType, auth, tools, source, id } = proxy;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const endpoint = `${origin}/mcp/${name}`;
  const isDeclared = source === 'file';
  return (
    <li data-id={id} class="card grid min-w-0 gap-3 p-4">
      <header class="flex flex-wrap items-center gap-2">
        <h3 class="untrusted mr-1 text-base font-semibold">{name}</h3>
        {auth.modes.map((mode) => (
          <Badge key={mode} tone="accent">
            {modeNames[mode]}
          </Badge>
        ))}
        <Declared source={source} />
        <span class="ml-auto flex flex-wrap gap-2">
          <Button small onClick={() => setOpen('rules')}>
            Rules
          </Button>
          <Button small disabled={isDeclared} onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button small kind="remove" disabled={isDeclared} onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </span>
      </header>
      <dl class="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
        <dt class="text-xs text-muted">URL for callers</dt>
        <dd class="flex min-w-0 items-center gap-2">
          <code class="untrusted min-w-0 truncate font-mono text-xs">{endpoint}</code>
          <Copy text={endpoint} />
        </dd>
        <dt class="text-xs text-muted">MCP server</dt>
        <dd class="untrusted font-mono text-xs">{url}</dd>
        <UpstreamAddress proxy={proxy} />
        <dt class="text-xs text-muted">Credentials</dt>
        <dd class="text-xs">
          {auth.upstreamJwt === undefined ? authNames[authType] : 'a token from OAuth2 client credentials'}
        </dd>
        <RuleSummary proxy={proxy} version={open === 'rules'} />
      </dl>
      <Tools proxy={proxy} count={tools.length} onChanged={onChanged} />
      {open === 'edit' && <ProxyForm proxy={proxy} onSaved={onChanged} onClose={close} />}
      {open === 'rules' && <RulesEditor proxy={proxy} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete the proxy ${name}?`}
          action="Delete"
          act={() => request('DELETE', proxyPath(proxy)).then(onChanged)}
          onClose={close}
        >
          Its rules and secrets, and its tags in API keys, are deleted with it. Callers get an error
          immediately.
        </Confirm>
      )}
    </li>
  );
}

function Tools({ proxy, count, onChanged }: { proxy: GatewayProxy; count: number; onChanged: () => void }) {
  const { isBusy, failure, run } = useAction();
  const discover = () => run(() => request('POST', `${proxyPath(proxy)}/tools`).then(onChanged));
  return (
    <div>
      <div class="flex items-start gap-3 border-t border-line pt-3">
        {count === 0 ? (
          <p class="flex min-h-8 flex-1 items-center text-xs text-muted">No known tools.</p>
        ) : (
          <details class="min-w-0 flex-1">
            <summary class="min-h-8 text-xs leading-8 text-muted">{pluralize(count, 'tool')}</summary>
            <ul class="grid gap-1.5">
              {proxy.tools.map(({ name, description }) => (
                <li key={name} class="untrusted text-xs">
                  <code class="font-mono font-semibold">{name}</code>{' '}
                  <span class="text-muted">{description}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
        <Button small disabled={isBusy} onClick={discover}>
          {isBusy ? 'Discovering tools …' : 'Discover tools'}
        </Button>
      </div>
      <Problem message={failure?.message} />
    </div>
  );
}
