// Tests the records of a gateway with a real store in memory, including invalid input.

import { openMemoryStore, type Store } from '@claw/store';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGatewayState, type GatewayState } from './index.js';

let state: GatewayState;
let table: Store['table'];
let secretNames: () => Promise<readonly string[]>;
const checkUrl = async (url: string) => (url.includes('10.0.0.1') ? 'is a private address' : undefined);
const checkJwks = (text: string) => (text.startsWith('{"keys"') ? undefined : 'has no array `keys`');

beforeEach(() => {
  const store = openMemoryStore({ now: () => 0 });
  const secrets = store.secrets(new Uint8Array(32));
  ({ table } = store);
  let ids = 0;
  secretNames = () => secrets.names();
  state = createGatewayState(
    { table, secrets, now: () => 0, createId: () => `id-${++ids}` },
    {
      quota: 3,
      checkUrl,
      checkJwks,
      checkRules: (rules) =>
        rules.flatMap((rule, index) =>
          rule === 'bad' ? [{ field: `rules[${index}]`, message: 'is bad' }] : [],
        ),
    },
  );
});

const plain = { name: 'files', url: 'https://mcp.example.com/files' };

for (const name of ['a\u001bb', 'a\u2028b', 'a\u202eb', 'a\u0000b'])
  test(`a key cannot have the name ${JSON.stringify(name)}`, async () => {
    await expect(state.keys.create({ name, tags: [] }, 'hash')).rejects.toMatchObject({ kind: 'invalid' });
  });

test('a tag cannot contain control characters', async () => {
  const creating = state.keys.create({ name: 'k', tags: ['mcp:p:tool:a\u001b'] }, 'hash');
  await expect(creating).rejects.toMatchObject({ kind: 'invalid' });
});

describe('proxies', () => {
  test('have safe defaults, and are found by id and by name', async () => {
    const proxy = await state.proxies.create(plain);
    expect(proxy).toEqual({
      id: 'id-1',
      ...plain,
      authType: 'none',
      auth: { modes: ['aifw_api_key'] },
      tools: [],
      createdAt: '1970-01-01T00:00:00.000Z',
    });
    expect(await state.proxies.find('id-1')).toEqual(proxy);
    expect(await state.proxies.find('Files')).toEqual(proxy);
    expect(await state.proxies.find('other')).toBeUndefined();
  });

  test('keep secrets out of their records', async () => {
    const upstreamJwt = {
      tokenUrl: 'https://idp.example.com/token',
      clientId: 'c',
      clientSecret: 'hidden-1',
    };
    const proxy = await state.proxies.create({
      ...plain,
      authType: 'bearer',
      authToken: 'hidden-2',
      auth: { injectIdentity: true, upstreamJwt },
    });
    expect(JSON.stringify(await state.proxies.list()) + JSON.stringify(proxy)).not.toContain('hidden');
    expect(await state.proxies.authToken(proxy.id)).toBe('hidden-2');
    expect(await state.proxies.clientSecret(proxy.id)).toBe('hidden-1');
  });

  test('a stored secret is not sent to another server', async () => {
    const upstreamJwt = {
      tokenUrl: 'https://idp.example.com/token',
      clientId: 'c',
      clientSecret: 'hidden-1',
    };
    const bearer = { authType: 'bearer', authToken: 'hidden-2' };
    const auth = { injectIdentity: true, upstreamJwt };
    const { id } = await state.proxies.create({
      ...plain,
      ...bearer,
      url: 'https://one.example.com/a',
      auth,
    });
    await state.proxies.change(id, { url: 'https://one.example.com/b' });
    for (const url of [
      'https://two.example.com/a',
      'http://one.example.com/a',
      'https://one.example.com:444/',
    ])
      await expect(state.proxies.change(id, { url })).rejects.toMatchObject({
        fields: [{ field: 'authToken' }],
      });
    const moved = { tokenUrl: 'https://evil.example.com/token', clientId: 'c' };
    const changing = state.proxies.change(id, { auth: { injectIdentity: true, upstreamJwt: moved } });
    await expect(changing).rejects.toMatchObject({ fields: [{ field: 'auth.upstreamJwt.clientSecret' }] });
    // Without a token, the URL may change, but the earlier token cannot be used after that.
    await state.proxies.change(id, { url: 'https://two.example.com/a', authType: 'none' });
    await expect(state.proxies.change(id, { authType: 'bearer' })).rejects.toMatchObject({ kind: 'invalid' });
    await state.proxies.change(id, { url: 'https://three.example.com/a', ...bearer });
    expect(await state.proxies.authToken(id)).toBe('hidden-2');
  });

  const refused: [string, object, string, string][] = [
    ['no URL', { url: undefined }, 'invalid', 'url'],
    ['a file URL', { url: 'file:///etc/passwd' }, 'invalid', 'url'],
    ['a URL with a line break', { url: 'https://mcp.example.com/\r\na' }, 'invalid', 'url'],
    ['a URL with an escape character', { url: 'https://mcp.example.com/\u001b[2J' }, 'invalid', 'url'],
    ['a URL with reversed text', { url: 'https://mcp.example.com/\u202ea' }, 'invalid', 'url'],
    ['a URL in spaces', { url: ' https://mcp.example.com/ ' }, 'invalid', 'url'],
    ['a URL with a password', { url: 'https://u:p@example.com/' }, 'invalid', 'url'],
    ['a private URL', { url: 'http://10.0.0.1/' }, 'invalid', 'url'],
    ['a name with a slash', { name: '../admin' }, 'invalid', 'name'],
    ['a name that is a number', { name: 1 }, 'invalid', 'name'],
    [
      'a token with a line break',
      { authType: 'bearer', authToken: 'a\r\nX-Admin: 1' },
      'invalid',
      'authToken',
    ],
    ['a token with a space at the end', { authType: 'bearer', authToken: 'token ' }, 'invalid', 'authToken'],
    ['a token with non-ASCII letters', { authType: 'bearer', authToken: 'tökén' }, 'invalid', 'authToken'],
    ['an unknown field', { authTyp: 'none' }, 'invalid', 'authTyp'],
    ['an unknown nested field', { auth: { mode: ['jwt'] } }, 'invalid', 'auth.mode'],
    ['a bearer without its token', { authType: 'bearer' }, 'invalid', 'authToken'],
    ['a token without bearer', { authToken: 'x' }, 'invalid', 'authToken'],
    ['JWT without keys', { auth: { modes: ['jwt'] } }, 'invalid', 'auth.jwksJson'],
    ['an invalid JWKS document', { auth: { modes: ['jwt'], jwksJson: '{}' } }, 'invalid', 'auth.jwksJson'],
    ['no mode', { auth: { modes: [] } }, 'invalid', 'auth.modes'],
    [
      'a repeated mode',
      { auth: { modes: ['jwt', 'jwt'], jwksJson: '{"keys":[]}' } },
      'invalid',
      'auth.modes',
    ],
    ['forwarding JWTs without the mode `jwt`', { authType: 'forward_client_jwt' }, 'invalid', 'auth.modes'],
    [
      'a private token URL',
      { auth: { injectIdentity: true, upstreamJwt: { tokenUrl: 'http://10.0.0.1/', clientId: 'c' } } },
      'invalid',
      'auth.upstreamJwt.tokenUrl',
    ],
  ];
  for (const [name, change, kind, field] of refused) {
    test(`${name} is rejected and changes nothing`, async () => {
      const creating = state.proxies.create({ ...plain, ...change });
      await expect(creating).rejects.toMatchObject({ kind, fields: [{ field }] });
      expect(await state.proxies.list()).toEqual([]);
      expect(await secretNames()).toEqual([]);
    });
  }

  test('need a unique name, ignoring case', async () => {
    await state.proxies.create(plain);
    await expect(state.proxies.create({ ...plain, name: 'FILES' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const other = await state.proxies.create({ ...plain, name: 'other' });
    await expect(state.proxies.change(other.id, { name: 'files' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await state.proxies.change('id-1', { name: 'moved' });
    expect(await state.proxies.change(other.id, { name: 'files' })).toMatchObject({ name: 'files' });
  });

  test('cannot have the id of another proxy as their name', async () => {
    const { id } = await state.proxies.create(plain);
    await expect(state.proxies.create({ ...plain, name: id })).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('can use a name that a node had claimed when it died', async () => {
    const { id } = await state.proxies.create(plain);
    // The node exited while it was creating one proxy and renaming this one.
    await table.add('gateway', 'proxy_name/created', 'id-of-nothing');
    await table.add('gateway', 'proxy_name/renamed', id);
    for (const name of ['created', 'renamed']) {
      const proxy = await state.proxies.create({ ...plain, name });
      expect(await state.proxies.find(name)).toEqual(proxy);
    }
  });

  test('are limited by the quota when many are created at once', async () => {
    const creating = Array.from({ length: 10 }, (_, index) =>
      state.proxies.create({ ...plain, name: `p${index}` }),
    );
    const created = (await Promise.allSettled(creating)).filter(({ status }) => status === 'fulfilled');
    expect(created).toHaveLength(3);
    expect(await state.proxies.list()).toHaveLength(3);
    const { length } = (await table.list('gateway')).filter(({ key }) => key.startsWith('proxy_name/'));
    expect(length).toBe(3);
  });

  test('are limited by the quota', async () => {
    for (const name of ['a', 'b', 'c']) await state.proxies.create({ ...plain, name });
    await expect(state.proxies.create({ ...plain, name: 'd' })).rejects.toMatchObject({ kind: 'quota' });
  });

  test('a change is checked like a new proxy', async () => {
    const { id } = await state.proxies.create({ ...plain, authType: 'bearer', authToken: 't' });
    await expect(state.proxies.change(id, { url: 'http://10.0.0.1/' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(state.proxies.change(id, { auth: { modes: ['jwt'] } })).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(await state.proxies.change(id, { url: 'https://mcp.example.com/new' })).toMatchObject({
      authType: 'bearer',
    });
    expect(await state.proxies.authToken(id)).toBe('t');
    await state.proxies.change(id, { authType: 'none' });
    expect(await state.proxies.authToken(id)).toBeUndefined();
    await expect(state.proxies.change(id, { authType: 'bearer' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(state.proxies.change('nope', {})).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('are deleted with all their data', async () => {
    const { id } = await state.proxies.create({ ...plain, authType: 'bearer', authToken: 't' });
    await state.rules.replace(id, { rules: [{ rule_type: 'ip_acl' }] });
    const key = await state.keys.create(
      { name: 'k', tags: [`mcp:${id}:tool:*`, 'mcp:other:tool:*'] },
      'hash',
    );
    const resource = await state.resources.create({
      uri: 'file:///a',
      name: 'a',
      content: '',
      attachedMcpIds: [id, 'x'],
    });
    expect(await state.proxies.remove(id)).toBe(true);
    expect(await state.proxies.remove(id)).toBe(false);
    expect(await state.rules.get(id)).toEqual([]);
    expect(await secretNames()).toEqual([]);
    expect((await state.keys.list())[0]?.tags).toEqual(['mcp:other:tool:*']);
    expect((await state.resources.get(resource.id))?.attachedMcpIds).toEqual(['x']);
    expect(await state.keys.findByHash('hash')).toMatchObject({ id: key.id });
    expect(await state.proxies.create(plain)).toMatchObject({ name: 'files' });
  });

  test('two concurrent changes are both applied', async () => {
    const { id } = await state.proxies.create(plain);
    await Promise.all([
      state.proxies.change(id, { url: 'https://b.example/' }),
      state.proxies.setTools(id, [{ name: 't' }]),
    ]);
    expect(await state.proxies.find(id)).toMatchObject({ url: 'https://b.example/', tools: [{ name: 't' }] });
  });
});

test('keys are found by their hash until they are deleted', async () => {
  const key = await state.keys.create({ name: 'k' }, 'h');
  expect(await state.keys.findByHash('h')).toEqual(key);
  expect(await state.keys.remove(key.id)).toBe(true);
  expect(await state.keys.findByHash('h')).toBeUndefined();
  await expect(state.keys.create({ name: 'k', tags: ['admin'] }, 'h')).rejects.toMatchObject({
    fields: [{ field: 'tags[0]' }],
  });
});

test('rules are replaced as a whole, and only if all new rules are valid', async () => {
  const { id } = await state.proxies.create(plain);
  const rules = [
    { rule_type: 'static_cache', tools: ['a'] },
    { rule_type: 'ip_acl', tools: ['b'] },
  ];
  expect(await state.rules.replace(id, { rules })).toEqual(rules);
  for (const input of [{}, { rules: {} }, [], 'x', { rules: [], rule: [] }, { rules: ['bad'] }])
    await expect(state.rules.replace(id, input)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await state.rules.get(id)).toEqual(rules);
  await expect(state.rules.replace('nope', { rules: [] })).rejects.toMatchObject({ kind: 'not_found' });
});

test('single fields of resources can be changed', async () => {
  const { id } = await state.resources.create({
    uri: 'file:///a',
    name: 'a',
    content: 'x',
    mimeType: 'text/plain',
  });
  expect(await state.resources.change(id, { content: 'y' })).toMatchObject({
    uri: 'file:///a',
    content: 'y',
  });
  await expect(state.resources.change(id, { uri: 'not a uri' })).rejects.toMatchObject({
    fields: [{ field: 'uri' }],
  });
  expect(await state.resources.remove(id)).toBe(true);
});

test('one node creates the first admin token', async () => {
  expect(await state.adminTokens.createFirst('a')).toBe(true);
  expect(await state.adminTokens.createFirst('b')).toBe(false);
  expect(await state.adminTokens.find('a')).toMatchObject({ name: 'first' });
  expect(await state.adminTokens.find('b')).toBeUndefined();
});

test('problems describe the invalid value', async () => {
  const cases: [object, string, string][] = [
    [{ name: 'k\nx' }, 'name', 'must not contain control characters'],
    [{ name: '' }, 'name', 'must not be empty'],
    [{ name: 'x'.repeat(200) }, 'name', 'must have at most 128 characters'],
    [{}, 'name', 'is required'],
    [{ name: 7 }, 'name', 'must be text'],
    [{ name: 'k', tags: 'x' }, 'tags', 'must be a list'],
    [{ name: 'k', tags: [7] }, 'tags[0]', 'must be text'],
    [
      { name: 'k', tags: Array.from({ length: 1001 }, () => 'mcp:a:tool:b') },
      'tags',
      'must have at most 1000 entries',
    ],
  ];
  for (const [input, field, message] of cases)
    await expect(state.keys.create(input, 'h')).rejects.toMatchObject({ fields: [{ field, message }] });
  await expect(state.proxies.create({ ...plain, authType: 'basic' })).rejects.toMatchObject({
    fields: [{ field: 'authType', message: 'must be one of: none, bearer, forward_client_jwt' }],
  });
});
