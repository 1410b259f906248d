// Tests the dashboard over real sockets: authentication, the results of each route, and hostile pages.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditLog, openAuditLog } from '@claw/audit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Admin, type AdminPorts, type ApprovalAnswer, requestLink, startAdmin } from '../src/index.js';
import { entryOf } from './entry.js';
import { page } from './page.js';
import { emptyPorts } from './ports.js';

interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members of any response
  readonly body: any;
}

let folder = '';
let admin: Admin;
let log: AuditLog;
let bearer = '';
let answered: { id: string; answer: ApprovalAnswer }[] = [];
let enabled = false;
let changed = () => {};

const ports = (): AdminPorts => ({
  ...emptyPorts,
  approvals: {
    list: () => [{ id: 'a1', state: 'pending', description: ['the tool <b>rm</b>'] }],
    answer(id, answer) {
      if (id === 'gone') return { kind: 'unknown' };
      if (id === 'late') return { kind: 'settled' };
      answered.push({ id, answer });
      return { kind: 'answered', item: { id } };
    },
    revoke: (id) => id === 'a1',
    watch(act) {
      changed = act;
      return () => {};
    },
  },
  killSwitch: {
    status: () => ({ enabled }),
    set(to) {
      enabled = to;
    },
  },
  auditFolder: folder,
  readDuration: (text) => (text === '1h' ? 3_600_000 : undefined),
});

function ask(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: OutgoingHttpHeaders } = {},
): Promise<Said> {
  const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port: admin.port, host: '127.0.0.1', method, path, headers: { ...type, ...headers } },
      async (answer) => {
        const whole = Buffer.concat(await answer.toArray()).toString();
        const isJson = /json/.test(answer.headers['content-type'] ?? '');
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: isJson ? JSON.parse(whole) : whole,
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
const asUs = (method: string, path: string, body?: unknown) =>
  ask(method, path, { body, headers: { authorization: `Bearer ${bearer}` } });
const tokenOfLink = () => new URL(admin.link()).hash.slice('#token='.length);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claw-admin-'));
  log = openAuditLog({ folder, server: 'files' });
  [answered, enabled] = [[], false];
  admin = await startAdmin({ ...ports(), page, port: 0, linkKey: 'key' });
  bearer = (await ask('POST', '/api/session', { body: { token: tokenOfLink(), as: 'bearer' } })).body.bearer;
});
afterEach(async () => {
  await admin.close();
  log.close();
  rmSync(folder, { recursive: true });
});

const record = (tool: string, decision: 'allow' | 'deny', time = Date.now()) =>
  log.record(entryOf(tool, { decision, time }));

describe('signing in', () => {
  test('a link works once, and a new link invalidates the previous one', async () => {
    const [first, second] = [tokenOfLink(), tokenOfLink()];
    expect((await ask('POST', '/api/session', { body: { token: first } })).status).toBe(401);
    const entered = await ask('POST', '/api/session', { body: { token: second } });
    expect(entered.status).toBe(201);
    expect(String(entered.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict; Path=\/;/);
    expect((await ask('POST', '/api/session', { body: { token: second } })).status).toBe(401);
  });

  /** Returns the state of the browser after it has opened the link: the cookie, and the key of the page. */
  const enter = async () => {
    const entered = await ask('POST', '/api/session', { body: { token: tokenOfLink() } });
    const cookie = String(entered.headers['set-cookie']).split(';')[0] as string;
    return { cookie, 'x-clawdefender-page': entered.body.page as string };
  };

  test('a cookie permits reading; changes require a request from the dashboard page', async () => {
    const ours = await enter();
    const origin = `http://127.0.0.1:${admin.port}`;
    const body = { enabled: true };
    expect((await ask('GET', '/api/kill', { headers: ours })).status).toBe(200);
    expect((await ask('POST', '/api/kill', { body, headers: ours })).status).toBe(403);
    expect((await ask('POST', '/api/kill', { body, headers: { ...ours, origin } })).status).toBe(200);
    expect((await ask('DELETE', '/api/session', { headers: { ...ours, origin } })).status).toBe(204);
    expect((await ask('GET', '/api/kill', { headers: ours })).status).toBe(401);
  });

  test('another local server that receives the cookie cannot use it', async () => {
    const { cookie } = await enter();
    const other = await enter();
    const origin = `http://127.0.0.1:${admin.port}`;
    for (const page of [undefined, '', 'x', other['x-clawdefender-page']]) {
      const headers = { cookie, origin, ...(page !== undefined && { 'x-clawdefender-page': page }) };
      expect((await ask('GET', '/api/approvals', { headers })).status).toBe(401);
      expect((await ask('POST', '/api/kill', { body: { enabled: true }, headers })).status).toBe(401);
    }
    expect(enabled).toBe(false);
  });

  test('a cookie with the same name from another server does not prevent sign-in', async () => {
    const { cookie, ...page } = await enter();
    const headers = { ...page, cookie: `clawdefender_session=tossed; ${cookie}; clawdefender_session=` };
    expect((await ask('GET', '/api/kill', { headers })).status).toBe(200);
    const origin = `http://127.0.0.1:${admin.port}`;
    expect((await ask('DELETE', '/api/session', { headers: { ...headers, origin } })).status).toBe(204);
    expect((await ask('GET', '/api/kill', { headers })).status).toBe(401);
  });

  const refused = [
    { name: 'a request without credentials', headers: {}, status: 401 },
    { name: 'a wrong token', headers: { authorization: 'Bearer x' }, status: 401 },
    { name: 'a wrong cookie', headers: { cookie: 'clawdefender_session=x' }, status: 401 },
    { name: 'another host', headers: { host: 'evil.example' }, status: 421 },
    { name: 'the right host with another port', headers: { host: '127.0.0.1:1' }, status: 421 },
    { name: 'a page of another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { name: 'a page without an origin', headers: { origin: 'null' }, status: 403 },
    { name: 'a script of another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
  ];
  for (const { name, headers, status } of refused)
    for (const path of ['/api/approvals', '/api/logs', '/api/nothing'])
      test(`${name} is rejected at ${path}`, async () => {
        const said = await ask('GET', path, { headers });
        expect(said.status).toBe(status);
        expect(said.headers['content-type']).toBe('application/problem+json');
        expect(said.body).toMatchObject({ status, detail: expect.any(String) });
      });
});

describe('routes', () => {
  const answers = [
    { body: { decision: 'deny' }, answer: { decision: 'deny' } },
    { body: { decision: 'approve' }, answer: { decision: 'approve', scope: 'once' } },
    { body: { decision: 'approve', scope: 'always' }, answer: { decision: 'approve', scope: 'always' } },
    {
      body: { decision: 'approve', for: '1h' },
      answer: { decision: 'approve', scope: 'time', milliseconds: 3_600_000 },
    },
  ];
  for (const { body, answer } of answers)
    test(`the decision ${JSON.stringify(body)}`, async () => {
      expect((await asUs('POST', '/api/approvals/a1', body)).body).toEqual({ id: 'a1' });
      expect(answered).toEqual([{ id: 'a1', answer }]);
    });

  const wrong = [
    { body: { decision: 'yes' }, field: 'decision' },
    { body: { decision: 'approve', scope: 'forever' }, field: 'scope' },
    { body: { decision: 'approve', for: 'ever' }, field: 'for' },
    { body: { decision: 'approve', for: '1h', scope: 'once' }, field: 'scope' },
    { body: { decision: 'approve', scoope: 'once' }, field: 'scoope' },
    { body: [], field: undefined },
    { body: '{', field: undefined },
  ];
  for (const { body, field } of wrong)
    test(`not a decision: ${JSON.stringify(body)}`, async () => {
      const said = await asUs('POST', '/api/approvals/a1', body);
      expect(said).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json' } });
      expect(said.body.field).toBe(field);
      expect(answered).toEqual([]);
    });

  test('rejects decisions on closed requests and lists revoked approvals', async () => {
    const no = { decision: 'deny' };
    expect((await asUs('POST', '/api/approvals/gone', no)).status).toBe(404);
    expect((await asUs('POST', '/api/approvals/late', no)).status).toBe(409);
    expect((await asUs('DELETE', '/api/approvals/a1')).status).toBe(204);
    expect((await asUs('DELETE', '/api/approvals/a2')).status).toBe(404);
  });

  test('the kill switch, and reading routes', async () => {
    expect((await asUs('POST', '/api/kill', { enabled: true })).body).toEqual({ enabled: true, proxies: [] });
    expect((await asUs('POST', '/api/kill', { enabled: 'no' })).body.field).toBe('enabled');
    expect(enabled).toBe(true);
    expect((await asUs('PUT', '/api/kill', {})).status).toBe(405);
    expect((await asUs('GET', '//')).status).toBe(404);
  });

  test('policy, tools and suggested rules', async () => {
    record('read', 'deny');
    const { body: policy } = await asUs('GET', '/api/policy');
    expect(policy).toMatchObject({
      editable: true,
      unmatched: { hits: 0, last: null },
      rules: [
        { name: 'r', hits: 1 },
        { name: 'other', hits: 0, last: null },
      ],
    });
    expect((await asUs('POST', '/api/policy/check', { text: '' })).body).toEqual({ items: [{ line: 1 }] });
    const call = { tool: 't', arguments: { a: 1 } };
    expect((await asUs('POST', '/api/policy/explain', call)).body).toEqual({ decision: 'deny', rule: 't' });
    expect((await asUs('POST', '/api/policy/explain', { tool: 't', arguments: [] })).body.field).toBe(
      'arguments',
    );
    expect((await asUs('POST', '/api/policy/preview', { text: 'x' })).body).toEqual({ calls: 3, changed: 1 });
    expect((await asUs('POST', '/api/policy/preview', { text: 'broken' })).status).toBe(400);
    expect((await asUs('PUT', '/api/policy', { text: 'x', version: 'v1' })).body.version).toBe('v2');
    expect((await asUs('PUT', '/api/policy', { text: 'x', version: 'old' })).status).toBe(409);
    expect(
      (await asUs('PUT', '/api/policy', { text: 'x', version: 'v1', file: '/etc/passwd' })).body.field,
    ).toBe('file');
    expect((await asUs('GET', '/api/tools')).body).toEqual({ items: [{ tool: 'read' }] });
    const accept = { server: 's', tool: 't', digest: 'd1' };
    expect((await asUs('POST', '/api/tools/accept', accept)).status).toBe(204);
    expect((await asUs('POST', '/api/tools/accept', { ...accept, digest: 'd2' })).status).toBe(409);
    expect((await asUs('GET', '/api/approvals/a1/suggestions')).body.items).toHaveLength(1);
    expect((await asUs('GET', '/api/approvals/a2/suggestions')).status).toBe(404);
  });

  test('overview, events with their details, and threats', async () => {
    for (let count = 0; count < 5; count++) record(`tool_${count}`, count === 4 ? 'deny' : 'allow');
    const getOverview = async () => (await asUs('GET', '/api/overview')).body;
    // For a short time, the newest statistics may be those of an earlier test.
    await expect.poll(getOverview, { timeout: 20_000 }).toMatchObject({
      protected: 2,
      totals: { decisions: { allow: 4, deny: 1 }, secrets: 0 },
      latency: { p50: 0.001 },
    });
    const overview = await getOverview();
    expect(overview.chart).toHaveLength(48);
    const first = (await asUs('GET', '/api/events?kind=decision&limit=2')).body;
    expect(first.items.map(({ tool }: { tool: string }) => tool)).toEqual(['tool_4', 'tool_3']);
    const rest = (await asUs('GET', `/api/events?kind=decision&limit=9&cursor=${first.next}`)).body;
    expect([rest.items.length, rest.next]).toEqual([3, null]);
    const [{ session, seq }] = first.items;
    const detail = (await asUs('GET', `/api/events/${session}/${seq}`)).body;
    expect([detail.event.tool, detail.reply, detail.related.length]).toEqual(['tool_4', null, 4]);
    expect((await asUs('GET', `/api/events/${session}/999`)).status).toBe(404);
    expect((await asUs('GET', '/api/events/..%2f..%2fetc/1')).status).toBe(404);
    expect((await asUs('GET', '/api/facets')).body.tools).toContain('tool_4');
    expect((await asUs('GET', '/api/threats')).body).toMatchObject({ kinds: [], chains: [] });
    await expect.poll(async () => (await asUs('GET', '/api/chain')).body.ok).toBe(true);
  });

  test('the audit log by page, time, kind, tool and text', async () => {
    const day = Date.parse('2026-01-01T00:00:00Z');
    for (let hour = 0; hour < 10; hour++)
      record(hour % 2 ? 'read_file' : 'write_file', hour % 2 ? 'allow' : 'deny', day + hour * 3_600_000);
    const get = async (query: string) => (await asUs('GET', `/api/logs?${query}`)).body;
    const times = (body: { items: { time: string }[] }) => body.items.map(({ time }) => time.slice(11, 13));
    const first = await get('event_type=decision&limit=3');
    expect([times(first), first.more]).toEqual([['09', '08', '07'], true]);
    const last = await get('event_type=decision&limit=3&page=4');
    expect([times(last), last.more]).toEqual([['00'], false]);
    expect(times(await get('tool=read_*&from=2026-01-01T04:00:00Z&to=2026-01-01T08:00:00Z'))).toEqual([
      '07',
      '05',
    ]);
    expect((await get('event_type=deny')).items).toHaveLength(5);
    expect((await get('q=WRITE_FILE')).items).toHaveLength(5);
    // Entries that concern the log itself are returned only on request.
    const kinds = ({ items }: { items: { kind: string }[] }) => new Set(items.map(({ kind }) => kind));
    expect(kinds(await get('limit=500'))).toEqual(new Set(['decision']));
    expect(kinds(await get('event_type=session_start'))).toEqual(new Set(['session_start']));
    for (const query of ['limit=0', 'limit=501', 'page=x', 'from=yesterday'])
      expect((await asUs('GET', `/api/logs?${query}`)).status).toBe(400);
    const chart = (await asUs('GET', `/api/logs/chart?from=${day}&to=${day + 36_000_000}&buckets=2`)).body;
    expect(chart.items.map(({ decisions }: { decisions: object }) => decisions)).toEqual([
      { deny: 3, allow: 2 },
      { allow: 3, deny: 2 },
    ]);
  });

  test('a body that is too long, or has another media type', async () => {
    expect((await asUs('POST', '/api/kill', { x: 'x'.repeat(70_000) })).status).toBe(413);
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'text/plain' };
    expect((await ask('POST', '/api/kill', { body: '{"enabled":true}', headers })).status).toBe(415);
    expect(enabled).toBe(false);
    expect((await asUs('GET', '/api/kill')).status).toBe(200);
  });

  test('the page loads nothing from other origins and cannot be framed', async () => {
    const { status, headers, body } = await ask('GET', '/');
    expect([status, headers['content-type'], headers['referrer-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-referrer',
    ]);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain('<script type="module" src="/assets/index-1.js">');
    const script = await ask('GET', '/assets/index-1.js');
    expect([script.status, script.headers['cache-control']]).toEqual([200, 'max-age=31536000, immutable']);
    expect((await ask('GET', '/assets/../index.html')).status).toBe(401);
  });

  test('a second command with the key gets a new link; others do not', async () => {
    const link = (await requestLink(admin.port, 'key')) ?? '';
    const token = new URL(link).hash.slice('#token='.length);
    expect((await ask('POST', '/api/session', { body: { token } })).status).toBe(201);
    expect(await requestLink(admin.port, 'wrong')).toBeUndefined();
    expect((await ask('POST', '/api/links', { body: { nonce: 'x', proof: 'x' } })).status).toBe(401);
  });
});

describe('live events', () => {
  const connect = (headers: Record<string, string>, path = '/ws') =>
    new WebSocket(`ws://127.0.0.1:${admin.port}${path}`, { headers });
  const outcome = (socket: WebSocket) =>
    new Promise<string>((resolve) => {
      socket.on('message', (data) => resolve(String(data)));
      socket.on('error', ({ message }) => resolve(message));
    });

  test('report records, requests and the kill switch', async () => {
    const socket = connect({ authorization: `Bearer ${bearer}` });
    const events: { type: string; cursor: string; items?: { tool?: string }[] }[] = [];
    socket.on('message', (data) => events.push(JSON.parse(String(data))));
    const kinds = () => events.flatMap(({ type, items = [] }) => [type, ...items.map(({ tool }) => tool)]);
    // Records after `ready` are reported, even if listing the folder takes long.
    await expect.poll(kinds).toContain('ready');
    record('write_file', 'deny');
    await expect.poll(kinds).toContain('write_file');
    expect(events[0]).toMatchObject({ type: 'ready', resumed: false });
    changed();
    await expect.poll(kinds).toContain('approvals');
    await expect
      .poll(
        () => {
          enabled = !enabled;
          return kinds();
        },
        { interval: 700, timeout: 10_000 },
      )
      .toContain('kill');
    expect(kinds()).toContain('statistics');
    socket.close();
    await once(socket, 'close');
    // A page that reconnects receives the events that it missed, even if no other page was connected. A page of an
    // earlier process starts again.
    record('while_away', 'allow');
    const again = connect(
      { authorization: `Bearer ${bearer}` },
      `/ws?after=${events.filter((event) => event.cursor).at(-1)?.cursor}`,
    );
    const later: { type: string; resumed?: boolean; items?: { tool?: string }[] }[] = [];
    again.on('message', (data) => later.push(JSON.parse(String(data))));
    await expect.poll(() => later.flatMap(({ items = [] }) => items)).toMatchObject([{ tool: 'while_away' }]);
    expect(later[0]).toMatchObject({ type: 'ready', resumed: true });
    again.close();
    const other = connect({ authorization: `Bearer ${bearer}` }, '/ws?after=other.1');
    expect(JSON.parse(String((await once(other, 'message'))[0]))).toMatchObject({ resumed: false });
    other.close();
  });

  const refused = [
    { name: 'a request without credentials', headers: {}, status: 401 },
    { name: 'another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { name: 'another host', headers: { host: 'evil.example' }, status: 421 },
  ];
  for (const { name, headers, status } of refused)
    test(`are not available to ${name}`, async () => {
      const all = { ...(status === 401 ? {} : { authorization: `Bearer ${bearer}` }), ...headers };
      expect(await outcome(connect(all as Record<string, string>))).toContain(String(status));
    });

  test('end only when their session signs out', async () => {
    const other = (await ask('POST', '/api/session', { body: { token: tokenOfLink(), as: 'bearer' } })).body
      .bearer;
    const sockets = [bearer, other].map((token) => connect({ authorization: `Bearer ${token}` }));
    const [ours, others] = sockets as [WebSocket, WebSocket];
    await Promise.all(sockets.map(outcome));
    const closed = once(ours, 'close');
    await asUs('DELETE', '/api/session');
    expect((await closed)[0]).toBe(4401);
    expect(others.readyState).toBe(WebSocket.OPEN);
    others.close();
    expect(await outcome(connect({ authorization: `Bearer ${bearer}` }))).toContain('401');
  });

  test('a page needs the cookie and its key, which it sends as a WebSocket protocol', async () => {
    const entered = await ask('POST', '/api/session', { body: { token: tokenOfLink() } });
    const cookie = String(entered.headers['set-cookie']).split(';')[0] as string;
    const origin = `http://127.0.0.1:${admin.port}`;
    const page = (key: string) =>
      new WebSocket(`ws://127.0.0.1:${admin.port}/ws`, [`clawdefender.page.${key}`], {
        headers: { cookie, origin },
      });
    const socket = page(entered.body.page);
    expect(await outcome(socket)).toContain('ready');
    socket.close();
    expect(await outcome(page('x'))).toContain('401');
    expect(await outcome(connect({ cookie, origin }))).toContain('401');
  });

  test('are served only at `/ws`', async () => {
    expect(await outcome(connect({ authorization: `Bearer ${bearer}` }, '/other'))).toContain('404');
  });
});

test('a port that is in use is reported', async () => {
  await expect(startAdmin({ ...ports(), page, port: admin.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
