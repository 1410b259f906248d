// Parses the endpoints of a proxy from the command line: where it listens, and to which server it forwards messages.

import { readFileSync } from 'node:fs';
import { isLoopback } from '../../command-line/is-loopback.js';
import { readTokens, type Token } from '../../command-line/tokens.js';
import { describeFileError } from '../../files/describe-file-error.js';
import { shellQuote } from '../../terminal/shell-quote.js';

/** The options of `proxy` that define its endpoints. */
export interface EndpointOptions {
  readonly url: string | undefined;
  readonly header: readonly string[];
  readonly 'header-env': readonly string[];
  readonly 'bearer-env': string | undefined;
  readonly listen: string | undefined;
  readonly token: string | undefined;
  readonly 'token-file': string | undefined;
  readonly 'tls-cert': string | undefined;
  readonly 'tls-key': string | undefined;
}

/** The server: a command to start, or a URL. */
export type Upstream =
  | { readonly kind: 'command'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'url'; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** The client side: the stdio of this process, or HTTP. */
export type Listener =
  | { readonly kind: 'stdio' }
  | {
      readonly kind: 'http';
      readonly host: string;
      readonly port: number;
      /** The tokens that clients may use; empty if no token is required. */
      readonly tokens: readonly Token[];
      /** Security problems that do not prevent listening. */
      readonly warnings: readonly string[];
      readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
    };

export interface Endpoints {
  readonly upstream: Upstream;
  readonly listener: Listener;
}

/** Returns the endpoints, or an error message. */
export function parseEndpoints(
  options: EndpointOptions,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Endpoints | string {
  const upstream = parseUpstream(options, words, env);
  if (typeof upstream === 'string') return upstream;
  const listener = parseListener(options);
  return typeof listener === 'string' ? listener : { upstream, listener };
}

function parseUpstream(
  options: EndpointOptions,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Upstream | string {
  const [command, ...args] = words;
  if (options.url === undefined) {
    if (options.header.length + options['header-env'].length > 0 || options['bearer-env'] !== undefined)
      return '`--header`, `--header-env` and `--bearer-env` need a remote server. Add `--url URL`.';
    return command === undefined
      ? 'No server given. Put its command after `--`, as in `clawdefender proxy -- npx -y some-mcp-server`, or use `--url URL`.'
      : { kind: 'command', words: [command, ...args] };
  }
  if (command !== undefined) return 'Use either `--url` or a command after `--`, not both.';
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return `Invalid value for \`--url\`: \`${options.url}\`. Use an http or https URL such as \`https://example.com/mcp\`.`;
  const headers = readHeaders(options, env);
  return typeof headers === 'string' ? headers : { kind: 'url', url, headers };
}

/** The grammar of header names (RFC 9110). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const INVALID_VALUE = 'contains a line break or characters that are not allowed in headers.';

const invalidVariable = (variable: string): string =>
  `The value of the variable \`${variable}\` ${INVALID_VALUE}`;

function readHeaders(
  options: EndpointOptions,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> | string {
  const headers: Record<string, string> = {};
  for (const header of options.header) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/s.exec(header) ?? [];
    // The value is not printed, because it may be a secret.
    if (!NAME.test(name)) return "A `--header` has no valid name. Use `--header 'Name: value'`.";
    if (!VALUE.test(value)) return `The value of \`--header ${name}\` ${INVALID_VALUE}`;
    headers[name] = value;
  }
  for (const header of options['header-env']) {
    const [name = '', variable = ''] = header.split('=', 2);
    const value = env[variable];
    if (!NAME.test(name) || variable === '')
      return 'Invalid value for `--header-env`. Use `--header-env Name=VARIABLE`.';
    if (value === undefined) return `The variable \`${variable}\` of \`--header-env ${header}\` is not set.`;
    if (!VALUE.test(value)) return invalidVariable(variable);
    headers[name] = value;
  }
  const bearer = options['bearer-env'];
  if (bearer !== undefined) {
    const token = env[bearer] ?? '';
    if (token === '') return `The variable \`${bearer}\` of \`--bearer-env\` is not set.`;
    if (!VALUE.test(token)) return invalidVariable(bearer);
    // Removes other `authorization` headers, in any capitalization.
    for (const name of Object.keys(headers).filter((one) => /^authorization$/i.test(one)))
      delete headers[name];
    headers['Authorization'] = `Bearer ${token}`;
  }
  return headers;
}

function parseListener(options: EndpointOptions): Listener | string {
  const { listen, token, 'token-file': file, 'tls-cert': cert, 'tls-key': key } = options;
  if (listen === undefined) {
    return [token, file, cert, key].every((option) => option === undefined)
      ? { kind: 'stdio' }
      : '`--token`, `--token-file`, `--tls-cert` and `--tls-key` need `--listen HOST:PORT`.';
  }
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[^\]]+\]|[^:]+):|:)?(\d{1,5})$/.exec(listen) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535)
    return `Invalid value for \`--listen\`: \`${listen}\`. Use a host and a port up to 65535, such as \`127.0.0.1:3200\`.`;
  if ((cert === undefined) !== (key === undefined)) return 'Use `--tls-cert` and `--tls-key` together.';
  const tls = cert === undefined || key === undefined ? undefined : readCertificate(cert, key);
  if (typeof tls === 'string') return tls;
  const read = token === undefined && file === undefined ? { tokens: [] } : readTokens(token, file);
  if (typeof read === 'string') return read;
  if (read.tokens.length === 0 && !isLoopback(host))
    return `Cannot listen on \`${host}\` without a token, because other machines could connect to the proxy. Use \`--token-file FILE\` or \`--token T\`.`;
  const unencrypted = tls === undefined && !isLoopback(host) ? [UNENCRYPTED] : [];
  return {
    kind: 'http',
    host,
    port,
    tokens: read.tokens,
    warnings: [read.warning ?? [], unencrypted].flat(),
    tls,
  };
}

const UNENCRYPTED =
  'The connection is not encrypted: others on the network can read the messages and tokens of clients. Use `--tls-cert` and `--tls-key`.';

function readCertificate(cert: string, key: string): { cert: Buffer; key: Buffer } | string {
  const read = (file: string, what: string) => {
    try {
      return readFileSync(file);
    } catch (error) {
      return `Cannot read ${what}: ${describeFileError(file, error)}.`;
    }
  };
  const found = { cert: read(cert, 'the certificate'), key: read(key, 'the key for the certificate') };
  if (typeof found.cert === 'string') return found.cert;
  return typeof found.key === 'string' ? found.key : { cert: found.cert, key: found.key };
}

/** Returns the default name of a server: its host, or its package or program without path, version or extension. */
export function serverName(upstream: Upstream): string {
  if (upstream.kind === 'url') return upstream.url.hostname;
  const runners = /^(?:npx|bunx|uvx|pnpx|node|python3?|deno|bun|docker|uv)(?:\.cmd|\.exe)?$/;
  const bases = upstream.words.map((word) => word.replace(/^.*[\\/]/, ''));
  const program = bases.find((word) => !word.startsWith('-') && !runners.test(word)) ?? bases[0] ?? 'server';
  return program.replace(/(?<=.)@[^@]*$/, '').replace(/\.(?:[cm]?js|ts|py|exe|cmd)$/, '') || 'server';
}

/** Returns the exact command, or the URL without its query and credentials. */
export const upstreamOrigin = (upstream: Upstream): string =>
  upstream.kind === 'url'
    ? `${upstream.url.origin}${upstream.url.pathname}`
    : upstream.words.map(shellQuote).join(' ');

/** True if all clients are the local user. */
export const isLocalUser = (listener: Listener): boolean =>
  listener.kind === 'stdio' || (listener.tokens.length === 0 && isLoopback(listener.host));
