// Tests credentials before they are saved. The gateway uses them as for a call, but does not store them.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { JwksCheck, TokenCheck } from '../../api/gateway-types.js';
import { Button } from '../../components/controls.js';
import { formatDuration, pluralize } from '../../text/format.js';
import { type ProxyFields, tokenRequestOf } from './proxy-fields.js';

interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

interface TestProps {
  name: string;
  isReady: boolean;
  hint?: string;
  test: () => Promise<Outcome>;
}

function Test({ name, isReady, hint, test }: TestProps) {
  const [outcome, setOutcome] = useState<Outcome | 'running'>();
  const run = () => {
    setOutcome('running');
    void test()
      .catch((error: Error): Outcome => ({ ok: false, text: error.message }))
      .then(setOutcome);
  };
  return (
    <div class="flex flex-wrap items-center gap-2 text-xs">
      <Button small disabled={!isReady || outcome === 'running'} onClick={run}>
        {name}
      </Button>
      <span role="status" class="untrusted min-w-0 flex-1">
        {outcome === undefined || outcome === 'running' ? (
          <span class="text-muted">{outcome === 'running' ? 'running …' : hint}</span>
        ) : (
          <span class={`font-medium ${outcome.ok ? 'text-allow' : 'text-deny'}`}>
            {outcome.ok ? '✓ ' : '✗ '}
            {outcome.text}
          </span>
        )}
      </span>
    </div>
  );
}

export const JwksTest = ({ jwksJson }: { jwksJson: string }) => (
  <Test
    name="Check the keys"
    isReady={jwksJson !== ''}
    test={async () => {
      const result = await request<JwksCheck>('POST', '/api/mcp/jwks/test', { jwksJson });
      return result.ok
        ? { ok: true, text: `${pluralize(result.keys.length, 'usable key')}: ${namesOf(result.keys)}` }
        : { ok: false, text: result.problem };
    }}
  />
);

const namesOf = (keys: (JwksCheck & { ok: true })['keys']): string =>
  keys.map(({ kid, kty, alg }) => [kid, kty, alg].filter((part) => part !== undefined).join(' ')).join(', ');

export function TokenTest({ fields }: { fields: ProxyFields }) {
  const isReady = fields.tokenUrl !== '' && fields.clientId !== '' && fields.clientSecret !== '';
  return (
    <Test
      name="Test fetch"
      isReady={isReady}
      hint={
        isReady ? 'Requests one token and stores nothing.' : 'Enter URL, client id and secret to test them.'
      }
      test={async () => {
        const result = await request<TokenCheck>(
          'POST',
          '/api/mcp/upstream-jwt/test',
          tokenRequestOf(fields),
        );
        if (!result.ok) return { ok: false, text: result.problem };
        const life =
          result.expiresIn === undefined ? '' : `, valid for ${formatDuration(result.expiresIn * 1000)}`;
        return { ok: true, text: `Received a ${result.tokenType} token${life}.` };
      }}
    />
  );
}
