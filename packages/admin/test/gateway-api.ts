// Runs the admin API with a real store and real sockets. The ports that the gateway process implements are functions
// that a test can set.

import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGatewayState, type GatewayState } from '@claw/gateway';
import { openMemoryStore, type Store } from '@claw/store';
import { type AdminChange, type BanView, createGatewayApi, type GatewayApiPorts } from '../src/index.js';

export const TOKEN = 'the-token-of-the-environment';

// biome-ignore lint/suspicious/noExplicitAny: a test reads members of any response
type Json = any;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

export class GatewayApi {
  readonly folder = mkdtempSync(join(tmpdir(), 'claw-gateway-api-'));
  readonly store: Store = openMemoryStore();
  readonly state: GatewayState;
  readonly changes: AdminChange[] = [];
  readonly errors: Error[] = [];
  bans: BanView[] = [
    { id: 'b1', rule: 'calm', caller: 'agent', proxyId: null, until: '2026-01-01T00:00:00.000Z' },
  ];
  readonly #server: Server;

  private constructor(given: Partial<GatewayApiPorts>) {
    const { table } = this.store;
    this.state = createGatewayState(
      { table, secrets: this.store.secrets(new Uint8Array(32)), now: Date.now, createId: randomUUID },
      {
        quota: 3,
        checkUrl: async (url) => (url.includes('10.0.0.1') ? 'is a private address' : undefined),
        checkJwks: (text) => (text.startsWith('{"keys"') ? undefined : 'has no array `keys`'),
        checkRules: (rules) =>
          rules.flatMap((rule, index) =>
            rule === 'bad' ? [{ field: `rules[${index}].cidrs[0]`, message: 'is not an address' }] : [],
          ),
      },
    );
    this.#server = createServer(createGatewayApi({ ...this.ports(), ...given }));
  }

  static async start(given: Partial<GatewayApiPorts> = {}): Promise<GatewayApi> {
    const api = new GatewayApi(given);
    api.#server.listen(0, '127.0.0.1');
    await once(api.#server, 'listening');
    return api;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends a request with the token of the environment. */
  send = (method: string, path: string, body?: unknown): Promise<Reply> =>
    this.sendRaw(method, path, body === undefined ? undefined : JSON.stringify(body));

  async sendRaw(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(`http://${this.host}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const json = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.store.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Returns the ports of the API. */
  ports(): GatewayApiPorts {
    return {
      state: this.state,
      adminToken: TOKEN,
      approvals: {
        list: () => [{ id: 'a1', state: 'pending' }],
        answer: (id) => (id === 'a1' ? { kind: 'answered', item: { id } } : { kind: 'unknown' }),
        revoke: (id) => id === 'a1',
        watch: () => () => {},
      },
      killSwitch: { status: () => ({ enabled: false }), set: () => {} },
      auditFolder: this.folder,
      readDuration: (text) => (text === '1h' ? 3_600_000 : undefined),
      createKey() {
        const key = `claw_${randomUUID()}`;
        return { key, hash: createHash('sha256').update(key).digest('hex') };
      },
      checkJwks: (text) =>
        text.startsWith('{"keys"') ? { ok: true, keys: [{ kty: 'RSA' }] } : { ok: false, problem: 'no keys' },
      testUpstreamJwt: async () => ({ ok: true, value: { tokenType: 'Bearer', expiresIn: 300 } }),
      dnsPin: () => ({ address: '192.0.2.1', resolvedAt: '2026-01-01T00:00:00.000Z' }),
      resolveNow: async () => ({
        ok: true,
        value: { address: '192.0.2.2', resolvedAt: '2026-01-01T00:01:00.000Z' },
      }),
      discoverTools: async () => ({ ok: true, value: [{ name: 'read_file', description: 'reads' }] }),
      purgeCache: async () => {},
      bans: {
        list: async () => [...this.bans],
        lift: async (id) => {
          const before = this.bans.length;
          this.bans = this.bans.filter((ban) => ban.id !== id);
          return this.bans.length < before;
        },
      },
      recordChange: (change) => {
        this.changes.push(change);
      },
      notReady: () => undefined,
      metrics: ({ withProxies }) => ({
        text: withProxies ? 'calls{proxy="files"} 1\n' : 'calls 1\n',
        contentType: 'text/plain; version=0.0.4',
      }),
      onError: (error) => this.errors.push(error),
    };
  }
}
