// The token for the remote server of a proxy. Nothing is loaded or opened before somebody has logged in anywhere, and a
// login that happens while the proxy runs counts from the next request on.

import type { TokenAnswer, TokenSource } from '@claw/auth';
import type { UpstreamToken } from '@claw/proxy-http';
import type { Output } from '../output.js';
import { lookForSecretKey } from '../secret-key-place.js';
import { shellWord } from '../shell-word.js';
import { whyOf } from '../store-trouble.js';

export interface KeptToken {
  readonly upstreamToken: UpstreamToken;
  close(): Promise<void>;
}

export function createUpstreamToken(url: URL, output: Output): KeptToken {
  const server = url.origin + url.pathname;
  const logIn = `run \`clawdefender login ${shellWord(server)}\` in a terminal, then try again`;
  let opened: Promise<{ source: TokenSource; close(): Promise<void> }> | undefined;
  const hasKey = lookForSecretKey(process.env);
  let lastReason = '';

  const answerFor = async (rejection: Parameters<UpstreamToken>[0]): Promise<TokenAnswer> => {
    if (!hasKey()) return { kind: 'none' };
    opened ??= open(url).catch((error) => {
      opened = undefined;
      throw error;
    });
    return (await opened).source(rejection);
  };
  /** For the client, and once on stderr, where more may be said: files of ours are no business of a client. */
  const because = (reason: string, line = reason) => {
    if (line !== lastReason) output.complain(line);
    lastReason = line;
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
          return rejection === undefined ? undefined : because(`${url.host} wants a login; ${logIn}`);
        case 'log-in':
          return because(`${answer.why}; ${logIn}`);
        case 'later':
          return because(`${answer.why}; nothing was forwarded, and the next call tries again`);
      }
    } catch (error) {
      // Whether a token is needed at all, the server says.
      if (rejection === undefined) return undefined;
      const what = `the login for ${url.host} cannot be used`;
      return because(`${what}: ${(error as Error).message}`, `${what}: ${whyOf(error)}`);
    }
  };
  return {
    // Most machines know of no login at all: then no request has to wait for one.
    upstreamToken: (rejection) => (rejection === undefined && !hasKey() ? undefined : findToken(rejection)),
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

async function open(url: URL): Promise<{ source: TokenSource; close(): Promise<void> }> {
  const [{ createTokenSource }, { openLogins }, { networkFor }] = await Promise.all([
    import('@claw/auth'),
    import('./kept-logins.js'),
    import('./reachable.js'),
  ]);
  const network = await networkFor(url);
  const { logins, claims, close } = await openLogins(process.env, false);
  return { source: createTokenSource({ server: url, logins, claims, network }), close };
}
