// The two ends of a proxy as a command line names them: who comes in at the front, and what stands behind.

import { readFileSync } from 'node:fs';
import { shellWord } from '../shell-word.js';
import { readTokens, type Token } from './serve/tokens.js';

/** What `proxy` was told about its ends. */
export interface EndOptions {
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

/** What stands behind: a command that we start, or a URL. */
export type Behind =
  | { readonly kind: 'command'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'url'; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/** Who comes in at the front: whoever started us, or clients over HTTP. */
export type Front =
  | { readonly kind: 'pipes' }
  | {
      readonly kind: 'http';
      readonly host: string;
      readonly port: number;
      /** What clients have to know; none, and nobody is asked. */
      readonly tokens: readonly Token[];
      /** What is wrong with the way they come in, and does not keep them out. */
      readonly warnings: readonly string[];
      readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
    };

export interface Ends {
  readonly behind: Behind;
  readonly front: Front;
}

/** The ends, or what is wrong with them. */
export function readEnds(
  options: EndOptions,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Ends | string {
  const behind = readBehind(options, words, env);
  if (typeof behind === 'string') return behind;
  const front = readFront(options);
  return typeof front === 'string' ? front : { behind, front };
}

function readBehind(options: EndOptions, words: readonly string[], env: NodeJS.ProcessEnv): Behind | string {
  const [command, ...args] = words;
  if (options.url === undefined) {
    if (options.header.length + options['header-env'].length > 0 || options['bearer-env'] !== undefined)
      return '`--header` goes to a remote server; name it with `--url`';
    return command === undefined
      ? 'no server to run; name it after `--`: `clawdefender proxy -- npx -y some-mcp-server`, or a remote one with `--url`'
      : { kind: 'command', words: [command, ...args] };
  }
  if (command !== undefined) return 'either `--url` or a command after `--`, not both';
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return `\`${options.url}\` is no http or https URL; write \`--url https://example.com/mcp\``;
  const headers = readHeaders(options, env);
  return typeof headers === 'string' ? headers : { kind: 'url', url, headers };
}

/** The grammar of a header's name, and of a value that ends where it seems to. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

const CANNOT_BE_SENT = 'cannot be sent: it holds a line end, or characters that headers do not have';

const unsendable = (variable: string): string => `what the variable \`${variable}\` holds ${CANNOT_BE_SENT}`;

function readHeaders(options: EndOptions, env: NodeJS.ProcessEnv): Readonly<Record<string, string>> | string {
  const headers: Record<string, string> = {};
  for (const header of options.header) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/s.exec(header) ?? [];
    // Never the whole of it: what stands behind the name may be a secret.
    if (!NAME.test(name)) return "a `--header` has no name; write `--header 'Name: value'`";
    if (!SENDABLE.test(value)) return `the value of \`--header ${name}\` ${CANNOT_BE_SENT}`;
    headers[name] = value;
  }
  for (const header of options['header-env']) {
    const [name = '', variable = ''] = header.split('=', 2);
    const value = env[variable];
    if (!NAME.test(name) || variable === '') return 'write `--header-env Name=VARIABLE`';
    if (value === undefined) return `\`--header-env ${header}\`: there is no variable \`${variable}\``;
    if (!SENDABLE.test(value)) return unsendable(variable);
    headers[name] = value;
  }
  const bearer = options['bearer-env'];
  if (bearer !== undefined) {
    const token = env[bearer] ?? '';
    if (token === '') return `\`--bearer-env ${bearer}\`: there is no variable \`${bearer}\``;
    if (!SENDABLE.test(token)) return unsendable(bearer);
    // Under one name, however a header was spelt.
    for (const name of Object.keys(headers).filter((one) => /^authorization$/i.test(one)))
      delete headers[name];
    headers['Authorization'] = `Bearer ${token}`;
  }
  return headers;
}

function readFront(options: EndOptions): Front | string {
  const { listen, token, 'token-file': file, 'tls-cert': cert, 'tls-key': key } = options;
  if (listen === undefined) {
    return [token, file, cert, key].every((option) => option === undefined)
      ? { kind: 'pipes' }
      : '`--token…` and `--tls-…` are for `--listen HOST:PORT`';
  }
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[^\]]+\]|[^:]+):|:)?(\d{1,5})$/.exec(listen) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535)
    return `\`--listen ${listen}\` names no host and port (up to 65535); write \`--listen 127.0.0.1:3200\``;
  if ((cert === undefined) !== (key === undefined)) return '`--tls-cert` and `--tls-key` go together';
  const tls = cert === undefined || key === undefined ? undefined : readFiles(cert, key);
  if (typeof tls === 'string') return tls;
  const read = token === undefined && file === undefined ? { tokens: [] } : readTokens(token, file);
  if (typeof read === 'string') return read;
  if (read.tokens.length === 0 && !isThisMachine(host))
    return `\`${host}\` can be reached by others; give a token to listen there, with \`--token-file FILE\` or \`--token T\``;
  const inTheOpen = tls === undefined && !isThisMachine(host) ? [IN_THE_OPEN] : [];
  return {
    kind: 'http',
    host,
    port,
    tokens: read.tokens,
    warnings: [read.warning ?? [], inTheOpen].flat(),
    tls,
  };
}

const IN_THE_OPEN =
  'what clients send, their token included, can be read on the way; `--tls-cert` and `--tls-key` prevent that';

function readFiles(cert: string, key: string): { cert: Buffer; key: Buffer } | string {
  try {
    return { cert: readFileSync(cert), key: readFileSync(key) };
  } catch (error) {
    return `a certificate cannot be read: ${(error as Error).message}`;
  }
}

/** What the server is called when nobody said: its host, or its package or program without path, version and ending. */
export function nameOf(behind: Behind): string {
  if (behind.kind === 'url') return behind.url.hostname;
  const runners = /^(?:npx|bunx|uvx|pnpx|node|python3?|deno|bun|docker|uv)(?:\.cmd|\.exe)?$/;
  const bases = behind.words.map((word) => word.replace(/^.*[\\/]/, ''));
  const telling = bases.find((word) => !word.startsWith('-') && !runners.test(word)) ?? bases[0] ?? 'server';
  return telling.replace(/(?<=.)@[^@]*$/, '').replace(/\.(?:[cm]?js|ts|py|exe|cmd)$/, '') || 'server';
}

/** What a yes is bound to: the command, word for word, or the URL without what may be secret in it. */
export const originOf = (behind: Behind): string =>
  behind.kind === 'url'
    ? `${behind.url.origin}${behind.url.pathname}`
    : behind.words.map(shellWord).join(' ');

/** Whether nobody else can come to this address. */
export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

/** Only this machine, and nobody has to say who they are. */
export const isOurOwnUser = (front: Front): boolean =>
  front.kind === 'pipes' || (front.tokens.length === 0 && isThisMachine(front.host));
