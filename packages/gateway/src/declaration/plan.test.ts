// Tests the plans for declarations, with a real store in memory.

import { openMemoryStore } from '@claw/store';
import { beforeEach, expect, test } from 'vitest';
import { createGatewayState, type Declaration, type GatewayState, planDeclaration } from '../index.js';

let state: GatewayState;
beforeEach(() => {
  const store = openMemoryStore();
  let ids = 0;
  state = createGatewayState(
    {
      table: store.table,
      secrets: store.secrets(new Uint8Array(32)),
      now: () => 0,
      createId: () => `id-${++ids}`,
    },
    {
      quota: 2,
      checkUrl: async (url) => (url.includes('10.0.0.1') ? 'is a private address' : undefined),
      checkJwks: () => undefined,
      checkRules: (rules) => (rules.includes('bad') ? [{ field: 'rules[0]', message: 'is bad' }] : []),
    },
  );
});

const files = (more: object = {}, rules: readonly unknown[] = []): Declaration => ({
  proxies: [{ id: 'files', proxy: { name: 'files', url: 'https://files.example/', ...more }, rules }],
  resources: [
    { id: 'prompt', resource: { uri: 'file:///p', name: 'p', content: 'x', attachedMcpIds: ['files'] } },
  ],
  keys: [{ id: 'team', hash: 'h1', tags: ['mcp:files:tool:*'] }],
});
const nothing: Declaration = { proxies: [], resources: [], keys: [] };

async function apply(declaration: Declaration): Promise<string[]> {
  const changes = await planDeclaration(state, declaration);
  for (const change of changes) await change.apply();
  return changes.map(({ action, record, id, fields }) => [action, record, id, ...(fields ?? [])].join(' '));
}

test('records are created once', async () => {
  expect(await apply(files({}, [{ rule_type: 'ip_acl' }]))).toEqual([
    'create resource prompt',
    'create proxy files',
    'change rules files',
    'create key team',
  ]);
  expect(await state.proxies.find('files')).toMatchObject({ id: 'files', source: 'file' });
  expect(await state.keys.findByHash('h1')).toMatchObject({ id: 'team', source: 'file' });
  expect(await apply(files({}, [{ rule_type: 'ip_acl' }]))).toEqual([]);
});

test('only differences are changed', async () => {
  await apply(files());
  const changed = files({ authType: 'bearer', authToken: 'hidden', url: 'https://new.example/' });
  const plan = await planDeclaration(state, changed);
  expect(JSON.stringify(plan)).not.toContain('hidden');
  expect(await apply(changed)).toEqual(['change proxy files url authType authToken']);
  expect(await state.proxies.authToken('files')).toBe('hidden');
  expect(await apply(files({ authType: 'bearer', authToken: 'other', url: 'https://new.example/' }))).toEqual(
    ['change proxy files authToken'],
  );
  expect(await apply(files())).toEqual(['change proxy files url authType authToken']);
  expect(await state.proxies.authToken('files')).toBeUndefined();
  const [key] = files().keys;
  expect(await apply({ ...files(), keys: [{ ...key, hash: 'h2' } as never] })).toEqual([
    'change key team hash',
  ]);
  expect(await state.keys.findByHash('h1')).toBeUndefined();
  expect(await state.keys.findByHash('h2')).toMatchObject({ id: 'team' });
});

test('a client secret is changed and removed', async () => {
  const auth = (jwt?: object) => ({
    auth: {
      injectIdentity: true,
      ...(jwt && { upstreamJwt: { tokenUrl: 'https://idp.example/', clientId: 'c', ...jwt } }),
    },
  });
  await apply(files(auth({ clientSecret: 'one' })));
  expect(await apply(files(auth({ clientSecret: 'two' })))).toEqual(['change proxy files clientSecret']);
  expect(await state.proxies.clientSecret('files')).toBe('two');
  expect(await apply(files(auth()))).toEqual(['change proxy files auth clientSecret']);
  expect(await apply(files(auth()))).toEqual([]);
});

test('records that are no longer declared are deleted; records that were created with the API are kept', async () => {
  const own = await state.proxies.create({ name: 'own', url: 'https://own.example/' });
  await apply(files());
  expect(await apply(nothing)).toEqual(['delete proxy files', 'delete resource prompt', 'delete key team']);
  expect(await state.proxies.list()).toEqual([own]);
});

test('a rule serves a resource that is declared in the same file, or stored', async () => {
  const { id } = await state.resources.create({ uri: 'file:///s', name: 's', content: 'x' });
  const serve = (resource: string) => ({ rule_type: 'mcp_resource', tools: ['*'], resource_id: resource });
  expect(await apply(files({}, [serve('prompt'), serve(id)]))).toContain('change rules files');
  const missing = planDeclaration(state, files({}, [serve('prompt'), serve('nothing')]));
  await expect(missing).rejects.toThrow('`proxy.files.rules[1].resource_id` is not the id of a resource');
});

test('an invalid declaration changes nothing', async () => {
  const own = await state.proxies.create({ name: 'own', url: 'https://own.example/' });
  const [proxy] = files().proxies;
  const wrong: [Declaration, string][] = [
    [files({ url: 'http://10.0.0.1/' }), 'proxy.files.url'],
    [files({}, ['bad']), 'proxy.files.rules[0]'],
    [{ ...files(), proxies: [{ ...proxy, id: 'own' } as never] }, 'created over the API'],
    [{ ...files(), proxies: [{ ...proxy, id: own.id } as never] }, 'created over the API'],
    [{ ...files(), proxies: ['a', 'b'].map((id) => ({ ...proxy, id })) as never }, 'the quota is 2'],
  ];
  for (const [declaration, message] of wrong)
    await expect(planDeclaration(state, declaration)).rejects.toThrow(message);
  expect(await state.proxies.list()).toHaveLength(1);
  expect(await state.keys.list()).toEqual([]);
});

test('an interrupted creation is repeated', async () => {
  await state.proxies.create(files().proxies[0]?.proxy, { id: 'files', source: 'file' });
  await apply(nothing);
  expect(await apply(files())).toContain('create proxy files');
});
