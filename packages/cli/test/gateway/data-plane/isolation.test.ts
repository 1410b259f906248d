// Tests that callers cannot see, call or detect records without permission. There are two proxies, `files` and `mail`.
// Ada's key permits the tool `a` and one resource of `files`, Eve's key permits everything in `mail`.

import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
const files = new RecordingUpstream();
const mail = new RecordingUpstream();
let node: GatewayNode;
let [filesId, mailId, ada, eve, session] = ['', '', '', '', ''];

beforeAll(async () => {
  node = await nodes.start();
  const create = async (name: string, url: string, more = {}) =>
    (await node.admin('POST', '/api/mcp', { name, url, ...more })).json.id as string;
  const bearer = { authType: 'bearer', authToken: 'token-of-the-upstream' };
  filesId = await create('files', await files.start(), { ...bearer, auth: { injectIdentity: true } });
  mailId = await create('mail', await mail.start());
  ada = await node.key(`mcp:${filesId}:tool:a`, `mcp:${filesId}:tool:c`, `mcp:${filesId}:resource:file:///a`);
  eve = await node.key(`mcp:${mailId}:tool:*`, `mcp:${mailId}:resource:*`);
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };
  session = (await node.call('files', ada, initialize)).headers.get('mcp-session-id') ?? '';
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  files.stop();
  mail.stop();
});

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

/** Returns a response without the parts that differ between requests. */
const words = ({ status, text }: Answer) => `${status} ${text}`;

describe('other proxies', () => {
  const paths = [
    (name: string) => `/mcp/${name}`,
    (name: string) => `/mcp/${name}/`,
    (name: string) => `/mcp/${name}/sse`,
    (name: string) => `/mcp/${name}/messages?endpoint=x`,
    (name: string) => `/mcp/${name.toUpperCase()}`,
    (name: string) => `/mcp/${name}?x=1`,
  ];
  for (const [index, pathOf] of paths.entries()) {
    test(`path ${index}: without permission, the response is the same as for an unknown proxy`, async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const body = method === 'POST' ? JSON.stringify(toolCall('a')) : undefined;
        const send = (name: string, token: string) =>
          node.send(pathOf(name), { method, token, ...(body !== undefined && { body }) });
        const unknown = await send('nothing-here', ada);
        expect(unknown.status).toBe(404);
        expect(words(await send('mail', ada))).toBe(words(unknown));
        expect(words(await send(mailId, ada))).toBe(words(unknown));
      }
    });
  }
  test('without a token, preflight requests and metrics do not show which proxies exist', async () => {
    const preflight = (name: string) =>
      node.send(`/mcp/${name}`, {
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' },
      });
    const before = files.received.length + mail.received.length;
    const unknown = await preflight('nothing-here');
    for (const name of ['files', 'mail', mailId]) expect(words(await preflight(name))).toBe(words(unknown));
    expect(files.received.length + mail.received.length).toBe(before);
    await node.call('files', ada, toolCall('a'));
    const { status, text } = await node.send('/metrics');
    expect(status).toBe(200);
    for (const shown of ['files', 'mail', filesId, mailId]) expect(text).not.toContain(shown);
  });
  test('web pages of other hosts reach neither the admin API nor probes and metrics', async () => {
    for (const path of ['/metrics', '/healthz', '/api/mcp']) {
      const origin = 'https://evil.example';
      expect((await node.send(path, { headers: { origin } })).status, path).toBe(403);
      const rebound = httpRequest({
        port: new URL(node.origin).port,
        path,
        headers: { host: 'evil.example' },
      }).end();
      const [{ statusCode }] = (await once(rebound, 'response')) as [IncomingMessage];
      expect(statusCode, path).toBe(403);
    }
  });
  for (const path of [
    '/mcp',
    '/mcp/',
    '/mcp/%66iles',
    '/mcp/files/../mail',
    '/mcp/files/x',
    '/mcp//files',
    '/mcp/files%2f',
    '/mcp/files/sse/sse',
  ])
    test(`${path} is not a proxy`, async () => {
      const answer = await node.send(path, {
        method: 'POST',
        token: ada,
        body: JSON.stringify(toolCall('a')),
      });
      expect(answer.status).toBe(404);
    });
});

describe('credentials', () => {
  const tokens = [
    ['none', undefined],
    ['an invented key', 'claw_invented'],
    ['the admin token', 'the-admin-token-of-this-test-0000'],
    ['a JWT without a signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.'],
    ['an invalid JWT', 'a.b.c'],
    ['a very long token', 'x'.repeat(10_000)],
    ['an empty token', ''],
    ['the name of a built-in property', '__proto__'],
  ] as const;
  for (const [name, token] of tokens)
    test(`${name}: the response is 401 for existing and for unknown proxies`, async () => {
      const send = (proxy: string) =>
        node.send(`/mcp/${proxy}`, {
          method: 'POST',
          body: JSON.stringify(toolCall('a')),
          ...(token !== undefined && { token }),
        });
      const answer = await send('files');
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(words(await send('nothing-here'))).toBe(words(answer));
      expect(words(await send(filesId))).toBe(words(answer));
    });
  test('an API key gives no access to the admin API', async () => {
    for (const path of ['/api/mcp', '/api/keys', `/api/mcp/${filesId}`])
      expect((await node.send(path, { token: ada })).status).toBe(401);
  });
});

describe('calls out of scope', () => {
  const denied: readonly (readonly [string, object])[] = [
    ['another tool', toolCall('b')],
    ['a tool that does not exist', toolCall('nothing')],
    ['another spelling', toolCall('A')],
    ['a space', toolCall('a ')],
    ['a look-alike', toolCall('а')],
    ['the wildcard as a name', toolCall('*')],
    ['a name that is not a string', request('tools/call', { name: ['a'] })],
    ['no name', request('tools/call', {})],
    ['another resource', request('resources/read', { uri: 'file:///b' })],
    ['another notation of the resource', request('resources/read', { uri: 'file:///a/' })],
    ['the parent of the resource', request('resources/read', { uri: 'file:///a/../b' })],
    ['no URI', request('resources/read')],
    ['a subscription', request('resources/subscribe', { uri: 'file:///b' })],
    ['the end of a subscription', request('resources/unsubscribe', { uri: 'file:///b' })],
    [
      'a listener',
      request('subscriptions/listen', { notifications: { resourceSubscriptions: ['file:///b'] } }),
    ],
    [
      'a subscription to a value that is not a string',
      request('subscriptions/listen', { notifications: { resourceSubscriptions: [1] } }),
    ],
    ['a prompt', request('prompts/get', { name: 'secret-prompt' })],
    ['completion for a prompt', request('completion/complete', { ref: { type: 'ref/prompt', name: 'x' } })],
    [
      'completion for a resource',
      request('completion/complete', { ref: { type: 'ref/resource', uri: 'file:///b' } }),
    ],
    ['completion without a reference', request('completion/complete')],
    ['an unknown method', request('tools/Call', { name: 'a' })],
    ['another unknown method', request('x/callTool', { name: 'b' })],
    ['a request that looks like a notification', request('notifications/tools/call', { name: 'b' })],
    ['a task that does not exist', request('tasks/get', { taskId: 'invented' })],
    ['the result of a task that does not exist', request('tasks/result', { taskId: 'invented' })],
    ['cancelling a task that does not exist', request('tasks/cancel', { taskId: 'invented' })],
    ['a task without an id', request('tasks/get')],
  ];
  for (const [name, message] of denied)
    test(`${name} is denied and not forwarded`, async () => {
      const before = files.received.length;
      const answer = await node.call('files', ada, message);
      expect(answer.json.error, answer.text).toMatchObject({ code: expect.any(Number) });
      expect(answer.json.error.code).not.toBe(-32603);
      expect(files.received).toHaveLength(before);
    });
  test('a batch with one forbidden call is not forwarded', async () => {
    const before = files.received.length;
    const answer = await node.call('files', ada, [toolCall('a', {}, 1), toolCall('b', {}, 2)]);
    expect(answer.text).toContain('scopes');
    expect(files.received).toHaveLength(before);
  });
  test('a call as a notification is not forwarded', async () => {
    const before = files.received.length;
    await node.call('files', ada, { jsonrpc: '2.0', method: 'tools/call', params: { name: 'b' } });
    expect(files.received).toHaveLength(before);
  });
  test('a call with a duplicate name is denied', async () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b","arguments":{}}}';
    const before = files.received.length;
    expect((await node.call('files', ada, text)).json.error).toBeDefined();
    expect(files.received).toHaveLength(before);
  });
  test('a known and an unknown tool get the same error', async () => {
    const [known, unknown] = [
      await node.call('files', ada, toolCall('b')),
      await node.call('files', ada, toolCall('z')),
    ];
    expect(known.text.replaceAll('`b`', '`z`')).toBe(unknown.text);
  });
  test('calls within the scope are forwarded', async () => {
    expect((await node.call('files', ada, toolCall('a'))).json.result.content[0].text).toBe('result of a');
    expect(
      (await node.call('files', ada, request('resources/read', { uri: 'file:///a' }))).json.result,
    ).toBeDefined();
  });
});

describe('lists', () => {
  for (const stream of [false, true])
    test(`contain only items within the scope, ${stream ? 'as events' : 'as JSON'}`, async () => {
      const list = async (method: string) =>
        (await node.call('files', ada, request(method, stream ? { _meta: { stream } } : {}))).json.result;
      expect((await list('tools/list')).tools.map(({ name }: { name: string }) => name)).toEqual(['a', 'c']);
      expect((await list('resources/list')).resources).toEqual([{ uri: 'file:///a', name: 'file:///a' }]);
      expect((await list('resources/templates/list')).resourceTemplates).toEqual([]);
      expect((await list('prompts/list')).prompts).toEqual([]);
    });
  test('are filtered on the stream of a GET as well', async () => {
    const answer = await node.send('/mcp/files', { token: ada, headers: { 'mcp-session-id': session } });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('"b"');
  });
});

describe('sessions, tasks and identities', () => {
  test('the upstream server and the caller have different session ids', async () => {
    expect(session).not.toBe('session-of-the-upstream');
    await node.call('files', ada, toolCall('a'), { 'mcp-session-id': session });
    expect(files.received.at(-1)?.headers['mcp-session-id']).toBe('session-of-the-upstream');
  });
  test('the session of another key, and the session id of the upstream server, are unknown', async () => {
    const other = await node.key(`mcp:${filesId}:tool:*`, `mcp:${filesId}:resource:*`);
    for (const id of [session, 'session-of-the-upstream', `${session}x`, session.replace('~', '~~')]) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const answer = await node.send('/mcp/files', {
          method,
          token: other,
          headers: { 'mcp-session-id': id, 'last-event-id': '1' },
          ...(method === 'POST' && { body: JSON.stringify(toolCall('a')) }),
        });
        expect(answer.status).toBe(404);
      }
    }
  });
  test('a stream can be resumed only by its caller', async () => {
    const open = (token: string, id?: string) =>
      node.send('/mcp/files', { token, headers: id === undefined ? {} : { 'last-event-id': id } });
    const shown = /^id: (.*)$/m.exec((await open(ada)).text)?.[1] ?? '';
    expect(shown).not.toBe('e-1');
    expect((await open(ada, shown)).status).toBe(200);
    expect(files.received.at(-1)?.headers['last-event-id']).toBe('e-1');
    const other = await node.key(`mcp:${filesId}:tool:*`, `mcp:${filesId}:resource:*`);
    const before = files.received.length;
    for (const id of [shown, 'e-1', `${shown}x`, session, '', '~'])
      expect((await open(other, id)).status).toBe(404);
    for (const id of ['e-1', `e-2${shown.slice(3)}`, session]) expect((await open(ada, id)).status).toBe(404);
    expect(files.received).toHaveLength(before);
  });
  test('a task belongs to its caller', async () => {
    await node.call('files', ada, toolCall('c'));
    expect(
      (await node.call('files', ada, request('tasks/get', { taskId: 't-1' }))).json.result,
    ).toBeDefined();
    expect((await node.call('files', ada, request('tasks/list'))).json.result.tasks).toHaveLength(1);
    const other = await node.key(`mcp:${filesId}:tool:*`, `mcp:${filesId}:resource:*`);
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/update'])
      expect((await node.call('files', other, request(method, { taskId: 't-1' }))).json.error.code).toBe(
        -32602,
      );
    expect((await node.call('files', other, request('tasks/list'))).json.result.tasks).toEqual([]);
  });
  test('messages of a client that name a task of another caller are not forwarded', async () => {
    await node.call('files', ada, toolCall('c'));
    const other = await node.key(`mcp:${filesId}:tool:*`, `mcp:${filesId}:resource:*`);
    const taskId = 't-1';
    const related = { _meta: { 'io.modelcontextprotocol/related-task': { taskId } } };
    const methods = ['tasks/cancel', 'tasks/update', 'tasks/get', 'tasks/result', 'Tasks/Cancel'];
    const messages: Readonly<Record<string, object>> = {
      ...Object.fromEntries(methods.map((method) => [method, { method, params: { taskId } }])),
      'the status of the task': {
        method: 'notifications/tasks/status',
        params: { taskId, status: 'failed' },
      },
      'a notification of the task': { method: 'notifications/progress', params: { progress: 1, ...related } },
      'a vendor notification': { method: 'notifications/vendor', params: { task: { taskId } } },
      'a call of the task': { id: 1, method: 'tools/call', params: { name: 'a', ...related } },
      'a vendor request': { id: 1, method: 'x/tasks', params: { taskId } },
      'a response of the task': { id: 1, result: related },
      'an error of the task': { id: 1, error: { code: 1, message: 'x', data: { taskId } } },
    };
    const before = files.received.length;
    for (const [name, message] of Object.entries(messages)) {
      await node.call('files', other, { jsonrpc: '2.0', ...message });
      expect(files.received.length, name).toBe(before);
    }
    // The owner may send them, except as requests without an id.
    const status = messages['the status of the task'];
    await node.call('files', ada, { jsonrpc: '2.0', ...status });
    await node.call('files', ada, { jsonrpc: '2.0', ...messages['tasks/cancel'] });
    expect(files.received.slice(before).map(({ body }) => JSON.parse(body))).toEqual([
      { jsonrpc: '2.0', ...status },
    ]);
  });
  test('a notification about a task reaches only its caller', async () => {
    await node.call('files', ada, toolCall('c'));
    const other = await node.key(`mcp:${filesId}:tool:*`, `mcp:${filesId}:resource:*`);
    const about = (method: string, params: object) => ({ jsonrpc: '2.0', method, params });
    const related = { 'io.modelcontextprotocol/related-task': { taskId: 't-1' } };
    files.notifications = [
      about('notifications/tasks/status', { taskId: 't-1', status: 'completed', statusMessage: 'private 1' }),
      about('notifications/message', { level: 'info', data: 'private 2', _meta: related }),
      about('notifications/tasks/status', { taskId: 'not-started', status: 'working' }),
      about('notifications/message', { level: 'info', data: 'for all' }),
    ];
    const streamOf = async (token: string) => (await node.send('/mcp/files', { token })).text;
    expect(await streamOf(ada)).toMatch(/private 1[\s\S]*private 2[\s\S]*not-started[\s\S]*for all/);
    const text = await streamOf(other);
    expect(text).not.toContain('private');
    expect(text).toMatch(/not-started[\s\S]*for all/);
    files.notifications = [];
  });
  test('a client cannot set its identity', async () => {
    const names = ['aifw', 'AIFW', 'ａｉｆｗ', ' aifw', 'ai\u200bfw', 'aifw\u00ad'].map((name) =>
      JSON.stringify(name),
    );
    // A letter in a JSON string may be escaped.
    for (const name of [...names, '"\\u0061ifw"']) {
      const call = toolCall('a');
      const params = { ...call.params, _meta: { forged: { id: 'forged' }, kept: 1 } };
      const message = JSON.stringify({ ...call, params }).replace('"forged"', name);
      await node.call('files', ada, message);
      const { headers, body } = files.calls.at(-1) as (typeof files.calls)[number];
      expect(body).not.toContain('forged');
      expect(JSON.parse(body).params._meta).toEqual({
        aifw: { type: 'api_key', id: expect.any(String), name: 'test' },
        kept: 1,
      });
      expect(headers.authorization).toBe('Bearer token-of-the-upstream');
      await node.call('mail', eve, message);
      expect(mail.calls.at(-1)?.body).not.toContain('forged');
      expect(mail.calls.at(-1)?.headers.authorization).toBeUndefined();
    }
  });
  test('a result cached for one caller is not sent to another', async () => {
    const rule = { rule_type: 'static_cache', tools: ['*'], cache_ttl: 60 };
    await node.admin('PUT', `/api/mcp/${filesId}/rules`, { rules: [rule] });
    const other = await node.key(`mcp:${filesId}:tool:a`);
    const before = files.calls.length;
    for (const key of [ada, ada, other, other]) await node.call('files', key, toolCall('a', { x: 1 }));
    expect(files.calls.length - before).toBe(2);
    await node.admin('PUT', `/api/mcp/${filesId}/rules`, { rules: [] });
  });
  test('a deleted key and a deleted proxy are invalid immediately', async () => {
    const created = await node.admin('POST', '/api/keys', { name: 'gone', tags: [`mcp:${mailId}:tool:*`] });
    expect((await node.call('mail', created.json.key, toolCall('a'))).status).toBe(200);
    await node.admin('DELETE', `/api/keys/${created.json.id}`);
    expect((await node.call('mail', created.json.key, toolCall('a'))).status).toBe(401);
    await node.admin('DELETE', `/api/mcp/${mailId}`);
    expect((await node.call('mail', eve, toolCall('a'))).status).toBe(404);
  });
});
