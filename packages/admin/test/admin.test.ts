// The dashboard over real sockets: who is let in, what each route says, and what a hostile page gets.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditLog, openAuditLog } from '@claw/audit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Admin, type AdminPorts, type ApprovalAnswer, startAdmin } from '../src/index.js';

interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes
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
  policy: () => ({ default: 'deny' }),
  tools: () => [{ tool: 'read' }],
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
  admin = await startAdmin({ ...ports(), port: 0 });
  bearer = (await ask('POST', '/api/session', { body: { token: tokenOfLink(), as: 'bearer' } })).body.bearer;
});
afterEach(async () => {
  await admin.close();
  log.close();
  rmSync(folder, { recursive: true });
});

const record = (tool: string, decision: 'allow' | 'deny', time = Date.now()) =>
  log.record({
    kind: 'decision',
    time,
    direction: 'client-to-server',
    id: '1',
    method: 'tools/call',
    tool,
    client: undefined,
    identity: undefined,
    decision,
    rule: 'r',
    reason: 'because',
    findings: [],
    trail: [],
    decideUs: 1,
    arguments: '{}',
    callSeq: undefined,
    latencyUs: undefined,
    observed: false,
  });

describe('signing in', () => {
  test('a link works once, and a new one ends the one before', async () => {
    const [first, second] = [tokenOfLink(), tokenOfLink()];
    expect((await ask('POST', '/api/session', { body: { token: first } })).status).toBe(401);
    const entered = await ask('POST', '/api/session', { body: { token: second } });
    expect(entered.status).toBe(201);
    expect(String(entered.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict; Path=\/;/);
    expect((await ask('POST', '/api/session', { body: { token: second } })).status).toBe(401);
  });

  /** What the browser keeps after opening the link: the cookie, and the key of the page. */
  const enter = async () => {
    const entered = await ask('POST', '/api/session', { body: { token: tokenOfLink() } });
    const cookie = String(entered.headers['set-cookie']).split(';')[0] as string;
    return { cookie, 'x-clawdefender-page': entered.body.page as string };
  };

  test('a cookie may look; to change something it needs our own page', async () => {
    const ours = await enter();
    const origin = `http://127.0.0.1:${admin.port}`;
    const body = { enabled: true };
    expect((await ask('GET', '/api/kill', { headers: ours })).status).toBe(200);
    expect((await ask('POST', '/api/kill', { body, headers: ours })).status).toBe(403);
    expect((await ask('POST', '/api/kill', { body, headers: { ...ours, origin } })).status).toBe(200);
    expect((await ask('DELETE', '/api/session', { headers: { ...ours, origin } })).status).toBe(204);
    expect((await ask('GET', '/api/kill', { headers: ours })).status).toBe(401);
  });

  test('a cookie that another server of this machine was sent is worth nothing to it', async () => {
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

  test('a cookie of the same name that another server has set does not lock anybody out', async () => {
    const { cookie, ...page } = await enter();
    const headers = { ...page, cookie: `clawdefender_session=tossed; ${cookie}; clawdefender_session=` };
    expect((await ask('GET', '/api/kill', { headers })).status).toBe(200);
    const origin = `http://127.0.0.1:${admin.port}`;
    expect((await ask('DELETE', '/api/session', { headers: { ...headers, origin } })).status).toBe(204);
    expect((await ask('GET', '/api/kill', { headers })).status).toBe(401);
  });

  const refused = [
    { name: 'nothing', headers: {}, status: 401 },
    { name: 'a wrong token', headers: { authorization: 'Bearer x' }, status: 401 },
    { name: 'a wrong cookie', headers: { cookie: 'clawdefender_session=x' }, status: 401 },
    { name: 'another host', headers: { host: 'evil.example' }, status: 421 },
    { name: 'our address on another port', headers: { host: '127.0.0.1:1' }, status: 421 },
    { name: 'a page of another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { name: 'a page without an origin', headers: { origin: 'null' }, status: 403 },
    { name: 'a script of another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 403 },
  ];
  for (const { name, headers, status } of refused)
    for (const path of ['/api/approvals', '/api/logs', '/api/nothing'])
      test(`${name} is refused at ${path}`, async () => {
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
    test(`the answer ${JSON.stringify(body)}`, async () => {
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
    test(`no answer: ${JSON.stringify(body)}`, async () => {
      const said = await asUs('POST', '/api/approvals/a1', body);
      expect(said).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json' } });
      expect(said.body.field).toBe(field);
      expect(answered).toEqual([]);
    });

  test('a question that is gone or answered, a revoked yes', async () => {
    const no = { decision: 'deny' };
    expect((await asUs('POST', '/api/approvals/gone', no)).status).toBe(404);
    expect((await asUs('POST', '/api/approvals/late', no)).status).toBe(409);
    expect((await asUs('DELETE', '/api/approvals/a1')).status).toBe(204);
    expect((await asUs('DELETE', '/api/approvals/a2')).status).toBe(404);
  });

  test('the kill switch, and what is only looked at', async () => {
    expect((await asUs('POST', '/api/kill', { enabled: true })).body).toEqual({ enabled: true });
    expect((await asUs('POST', '/api/kill', { enabled: 'no' })).body.field).toBe('enabled');
    expect(enabled).toBe(true);
    expect((await asUs('GET', '/api/policy')).body).toEqual({ default: 'deny' });
    expect((await asUs('GET', '/api/tools')).body).toEqual({ items: [{ tool: 'read' }] });
    expect((await asUs('GET', '/api/stats')).body).toMatchObject({ records: 1 });
    expect((await asUs('PUT', '/api/kill', {})).status).toBe(405);
    expect((await asUs('GET', '//')).status).toBe(400);
  });

  test('the record by page, time, kind, tool and text', async () => {
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
    for (const query of ['limit=0', 'limit=501', 'page=x', 'from=yesterday'])
      expect((await asUs('GET', `/api/logs?${query}`)).status).toBe(400);
    const chart = (await asUs('GET', `/api/logs/chart?from=${day}&to=${day + 36_000_000}&buckets=2`)).body;
    expect(chart.items.map(({ decisions }: { decisions: object }) => decisions)).toEqual([
      { deny: 3, allow: 2 },
      { allow: 3, deny: 2 },
    ]);
  });

  test('a body that is too long, or no JSON by name', async () => {
    expect((await asUs('POST', '/api/kill', { x: 'x'.repeat(70_000) })).status).toBe(413);
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'text/plain' };
    expect((await ask('POST', '/api/kill', { body: '{"enabled":true}', headers })).status).toBe(415);
    expect(enabled).toBe(false);
    expect((await asUs('GET', '/api/kill')).status).toBe(200);
  });

  test('the page may load nothing and be framed by nobody', async () => {
    const { headers, body } = await ask('GET', '/');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(body).not.toMatch(/<script(?! src="\/script.js" defer)|\son\w+=|\sstyle=/);
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

  test('tell of records, questions and the switch', async () => {
    const socket = connect({ authorization: `Bearer ${bearer}` });
    const events: { type: string; record?: { tool?: string } }[] = [];
    socket.on('message', (data) => events.push(JSON.parse(String(data))));
    const kinds = () => events.map(({ type, record }) => record?.tool ?? type);
    await expect.poll(kinds).toContain('ready');
    // The first look at the folder tells what is old; only what comes later is told.
    await expect
      .poll(() => {
        record('write_file', 'deny');
        return kinds();
      })
      .toContain('write_file');
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
    socket.close();
  });

  const refused = [
    { name: 'nothing', headers: {}, status: 401 },
    { name: 'another origin', headers: { origin: 'http://evil.example' }, status: 403 },
    { name: 'another host', headers: { host: 'evil.example' }, status: 421 },
  ];
  for (const { name, headers, status } of refused)
    test(`are not for ${name}`, async () => {
      const all = { ...(status === 401 ? {} : { authorization: `Bearer ${bearer}` }), ...headers };
      expect(await outcome(connect(all as Record<string, string>))).toContain(String(status));
    });

  test('end when whoever listens signs out, and only for him', async () => {
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

  test('a page shows its key by the name of a protocol, and needs both', async () => {
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

  test('are at one address', async () => {
    expect(await outcome(connect({ authorization: `Bearer ${bearer}` }, '/other'))).toContain('404');
  });
});

test('a port that is in use is told', async () => {
  await expect(startAdmin({ ...ports(), port: admin.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
