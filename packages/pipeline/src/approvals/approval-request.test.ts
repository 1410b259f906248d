import { expect, test } from 'vitest';
import { Bench, Person } from '../../test/test-connection.js';

const policy = 'version = 1\ndefault = "log"\n[[rule]]\naction = "prompt"\npath = ["/secret/**", "id_rsa"]';

const cases = [
  { title: 'in _meta', members: { params: { _meta: { path: '/secret/a' } } }, paths: ['/secret/a'] },
  {
    title: 'in a nested value',
    members: { params: { task: { ttl: 1, to: ['/secret/a'] } } },
    paths: ['/secret/a'],
  },
  { title: 'next to params', members: { extra: { path: '/secret/a' } }, paths: ['/secret/a'] },
  {
    title: 'that only the rule recognizes',
    members: { params: { _meta: { path: 'id_rsa' } } },
    paths: ['id_rsa'],
  },
  {
    title: 'but not the id of a call',
    members: { params: { _meta: { 'client/use': 'toolu_01AbC-d', traceparent: '00-4bf92f35-01' } } },
    paths: undefined,
  },
];
for (const { title, members, paths } of cases)
  test(`an approval request names the paths outside the arguments: ${title}`, async () => {
    const person = new Person();
    const bench = await Bench.open(policy, { person });
    const { params, ...others } = members as { params?: object };
    const call = { name: 'write_file', arguments: { path: '/secret/own' }, ...params };
    bench.client(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call, ...others }));
    await expect.poll(() => person.asked.length).toBe(1);
    expect(person.asked[0]?.question.otherPaths).toEqual(paths);
    const where = person.asked[0]?.question.matched.map(({ where }) => where);
    expect(where?.includes('outside the arguments')).toBe(paths !== undefined);
  });
