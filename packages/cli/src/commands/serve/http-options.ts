// Parses the options of the HTTP endpoint.

import { isLoopback } from '../../command-line/is-loopback.js';
import { suggest } from '../../command-line/suggest.js';
import type { Token } from '../../command-line/tokens.js';
import type { Output } from '../../terminal/output.js';

/** The log levels of the request log. */
export const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export interface HttpRequest {
  readonly host: string;
  readonly port: number;
  readonly tokens: readonly Token[];
  /** The token, if it was generated and must be printed. */
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

const UNENCRYPTED =
  'The connection is not encrypted: others on the network can read messages and tokens. Put a TLS proxy in front of it.';

/** Rejects options that have no effect without `--http`. */
export function rejectHttpOptions(options: HttpOptions, output: Output): 'invalid' | undefined {
  const [extra] = (['port', 'host', 'token', 'token-file', 'log-level'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (extra === undefined) return undefined;
  output.error(`\`--${extra}\` needs \`--http\`. Add \`--http\` or remove \`--${extra}\`.`);
  return 'invalid';
}

export async function parseHttpOptions(
  options: HttpOptions,
  output: Output,
): Promise<HttpRequest | 'invalid'> {
  const { port = '3201', host = '127.0.0.1', 'log-level': level = 'info' } = options;
  const invalid = (message: string) => {
    output.error(message);
    return 'invalid' as const;
  };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return invalid(`Invalid value for \`--port\`: \`${port}\`. Use a number from 0 to 65535.`);
  const logLevel = levels.find((one) => one === level);
  if (logLevel === undefined) {
    const nearest = suggest(level, levels);
    return invalid(
      `Invalid value for \`--log-level\`: \`${level}\`. ${nearest ? `Did you mean \`${nearest}\`?` : `Use ${levels.join(', ')}.`}`,
    );
  }
  const { readTokens } = await import('../../command-line/tokens.js');
  const read = readTokens(options.token, options['token-file']);
  if (typeof read === 'string') return invalid(read);
  if (read.warning !== undefined) output.error(read.warning);
  if (!isLoopback(host)) output.error(UNENCRYPTED);
  return { host, port: Number(port), tokens: read.tokens, generated: read.generated, logLevel };
}
