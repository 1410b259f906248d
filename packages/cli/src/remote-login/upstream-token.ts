// Provides the access token for the remote server of a proxy. Nothing is loaded while no login exists, and a new login
// is used for the next request.

import type { TokenResult, TokenSource } from '@claw/auth';
import type { UpstreamToken } from '@claw/proxy-http';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { userMessage } from '../diagnostics/store-warnings.js';
import { createSecretKeyCheck } from '../state/secret-key-path.js';
import { shellQuote } from '../terminal/shell-quote.js';

export interface StoredToken {
  readonly upstreamToken: UpstreamToken;
  close(): Promise<void>;
}

export function createUpstreamToken(url: URL, diagnostics: Diagnostics): StoredToken {
  const server = url.origin + url.pathname;
  const logIn = `Run \`clawdefender login ${shellQuote(server)}\` in a terminal, then try again`;
  let opened: Promise<{ source: TokenSource; close(): Promise<void> }> | undefined;
  const hasKey = createSecretKeyCheck(process.env);
  let lastReason = '';

  const answerFor = async (rejection: Parameters<UpstreamToken>[0]): Promise<TokenResult> => {
    if (!hasKey()) return { kind: 'none' };
    opened ??= open(url).catch((error) => {
      opened = undefined;
      throw error;
    });
    return (await opened).source(rejection);
  };
  /** Returns a reason for the client, which contains no paths, and reports the reason with details to the user once. */
  const refuse = (reason: string, message = reason) => {
    if (message !== lastReason) diagnostics.write({ level: 'error', event: 'login_required', message });
    lastReason = message;
    return { reason };
  };
  const findToken = async (rejection: Parameters<UpstreamToken>[0]) => {
    try {
      const answer = await answerFor(rejection);
      switch (answer.kind) {
        case 'token':
          lastReason = '';
          return answer.token;
        case 'none':
          return rejection === undefined ? undefined : refuse(`${url.host} requires a login. ${logIn}`);
        case 'login-required':
          return refuse(`${answer.reason}. ${logIn}`);
        case 'unavailable':
          return refuse(`${answer.reason}. The call was not forwarded; the next call tries again`);
      }
    } catch (error) {
      // The server may not need a token.
      if (rejection === undefined) return undefined;
      const what = `Cannot use the login for ${url.host}`;
      return refuse(`${what}: ${(error as Error).message}`, `${what}: ${userMessage(error)}`);
    }
  };
  return {
    // If no login exists, requests do not have to wait for a token.
    upstreamToken: (rejection) => (rejection === undefined && !hasKey() ? undefined : findToken(rejection)),
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

async function open(url: URL): Promise<{ source: TokenSource; close(): Promise<void> }> {
  const [{ createTokenSource }, { openLogins }, { networkFor }] = await Promise.all([
    import('@claw/auth'),
    import('./login-store.js'),
    import('./allowed-addresses.js'),
  ]);
  const network = await networkFor(url);
  const { logins, locks, close } = await openLogins(process.env, false);
  return { source: createTokenSource({ server: url, logins, locks, network }), close };
}
