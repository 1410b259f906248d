// Implements a client of the admin API of a gateway.

import { UsageError, UserError } from '../../command-line/user-error.js';
import { defaultConfig } from '../../gateway/config/read-config.js';
import { describeProblem } from './describe-problem.js';

export interface ApiClient {
  /** The protocol of the admin API, `http:` or `https:`. The endpoints of proxies use the same protocol. */
  readonly protocol: string;
  /** Sends a request and returns the JSON of the response. Throws a `UserError` for every failure. */
  send(method: string, path: string, body?: unknown): Promise<Json>;
}

// biome-ignore lint/suspicious/noExplicitAny: each command reads the members that its route documents
export type Json = any;

export interface Connection {
  readonly gateway: string | undefined;
  readonly 'admin-token': string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MILLISECONDS = 60_000;

/** Creates a client for the gateway in the options or the environment. */
export function connectToApi(options: Connection, env: Variables): ApiClient {
  const base = readUrl(options.gateway ?? env['CLAWDEFENDER_GATEWAY_URL'] ?? defaultUrl());
  const token = options['admin-token'] ?? env['CLAWDEFENDER_ADMIN_TOKEN'];
  if (token === undefined || token === '')
    throw new UsageError(
      'No admin token. Set `CLAWDEFENDER_ADMIN_TOKEN`, or use `--admin-token TOKEN`. The first start of the gateway prints the token, unless the variable was set.',
    );
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError('The admin token contains characters that no token has. Copy it again.');
  return {
    protocol: new URL(base).protocol,
    async send(method, path, body) {
      const response = await request(`${base}${path}`, {
        method,
        // A redirect could send the token to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return readResponse(response, base, body);
    },
  };
}

function defaultUrl(): string {
  const { host, port } = defaultConfig().listen;
  return `http://${host}:${port}`;
}

function readUrl(text: string): string {
  if (URL.canParse(text)) {
    const { protocol, origin, pathname } = new URL(text);
    if (/^https?:$/.test(protocol)) return origin + pathname.replace(/\/$/, '');
  }
  throw new UsageError(
    `Invalid URL of the gateway: \`${text}\`. Use a URL such as \`http://127.0.0.1:3300\`.`,
  );
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? message;
    throw new UserError(
      `Cannot reach the gateway at ${new URL(url).origin} (${reason}). Start it with \`clawdefender gateway\`, or set \`CLAWDEFENDER_GATEWAY_URL\`.`,
    );
  }
}

async function readResponse(response: Response, base: string, sent: unknown): Promise<Json> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  if (response.ok) return isJson && text !== '' ? JSON.parse(text) : undefined;
  if (!isJson) throw new UserError(`${base} is not a gateway: it responded with status ${response.status}.`);
  throw new UserError(describeProblem(JSON.parse(text), sent));
}
