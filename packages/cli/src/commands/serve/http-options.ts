// What the command line says about the HTTP endpoint.

import type { Output } from '../../output.js';
import { suggest } from '../../suggest.js';
import type { Token } from './tokens.js';

/** How much is logged about requests. */
export const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export interface HttpRequest {
  readonly host: string;
  readonly port: number;
  readonly tokens: readonly Token[];
  /** Set when we made it up: whoever starts us has to be told. */
  readonly generated: string | undefined;
  readonly logLevel: (typeof levels)[number];
}

interface HttpOptions {
  readonly port: string | undefined;
  readonly host: string | undefined;
  readonly token: string | undefined;
  readonly 'token-file': string | undefined;
  readonly 'log-level': string | undefined;
}

const IN_THE_OPEN =
  'what agents send, their token included, can be read on the way; put a server with TLS in front of it';

/** Without `--http` they would be forgotten silently. */
export function refuseHttpOptions(options: HttpOptions, output: Output): 'wrong' | undefined {
  const [extra] = (['port', 'host', 'token', 'token-file', 'log-level'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (extra === undefined) return undefined;
  output.complain(`\`--${extra}\` is for \`--http\`; add it, or leave \`--${extra}\` out`);
  return 'wrong';
}

export async function readHttp(options: HttpOptions, output: Output): Promise<HttpRequest | 'wrong'> {
  const { port = '3201', host = '127.0.0.1', 'log-level': level = 'info' } = options;
  const wrong = (message: string) => {
    output.complain(message);
    return 'wrong' as const;
  };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return wrong(`\`--port ${port}\` is no port; give 0 to 65535`);
  const logLevel = levels.find((one) => one === level);
  if (logLevel === undefined) {
    const nearest = suggest(level, levels);
    return wrong(
      `unknown level \`${level}\`; ${nearest ? `did you mean \`${nearest}\`?` : `use ${levels.join(', ')}`}`,
    );
  }
  const { readTokens } = await import('./tokens.js');
  const read = readTokens(options.token, options['token-file']);
  if (typeof read === 'string') return wrong(read);
  if (read.warning !== undefined) output.complain(read.warning);
  const { isThisMachine } = await import('../proxy-ends.js');
  if (!isThisMachine(host)) output.complain(IN_THE_OPEN);
  return { host, port: Number(port), tokens: read.tokens, generated: read.generated, logLevel };
}
