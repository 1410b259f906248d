import { expect, test } from 'vitest';
import { Bench, request, result } from '../../../test/test-connection.js';

const policy = 'version = 1\ndefault = "allow"\n[roots]\nallow_paths = ["~/projects/**", "/srv/open"]';

async function told(roots: unknown, extra = ''): Promise<unknown> {
  const bench = await Bench.open(policy + extra);
  bench.server(request('r', 'roots/list', {}));
  bench.client(result('r', { roots }));
  await bench.idle();
  return JSON.parse(bench.atServer[0] ?? '').result.roots;
}

const root = (uri: unknown) => ({ uri });
const home = 'file:///home/ada/projects/a';

const cases: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  [
    'roots inside the allowed folders are forwarded',
    [root(home), root('file:///srv/open')],
    [root(home), root('file:///srv/open')],
  ],
  ['roots above the allowed folders are removed', [root('file:///home/ada'), root('file:///srv')], []],
  [
    'a root with `..` that leaves the allowed folders is removed',
    [root('file:///home/ada/projects/../.ssh'), root(home)],
    [root(home)],
  ],
  ['a root with escaped `..` is removed', [root('file:///home/ada/projects/%2e%2e/.ssh')], []],
  ['what is no file is not told', [root('https://intranet/'), root(home)], [root(home)]],
  ['values that are not roots are removed', ['file:///srv/open', 7, null, root(7), root(home)], [root(home)]],
];
for (const [name, given, kept] of cases) test(name, async () => expect(await told(given)).toEqual(kept));

test('a response without a request is filtered in the same way', async () => {
  const bench = await Bench.open(policy);
  bench.client(result('nobody', { roots: [root('file:///home/ada/.ssh')] }));
  await bench.idle();
  expect(bench.atServer.join()).not.toContain('.ssh');
});

test('a secret in a removed root has no effect', async () => {
  const key = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
  expect(await told([root(`file:///x/${key}`), root(home)])).toEqual([root(home)]);
});

test('without the setting, every root is forwarded', async () => {
  const bench = await Bench.open('version = 1\ndefault = "allow"');
  bench.server(request('r', 'roots/list', {}));
  bench.client(result('r', { roots: [root('file:///')] }));
  await bench.idle();
  expect(bench.atServer[0]).toContain('"file:///"');
});
