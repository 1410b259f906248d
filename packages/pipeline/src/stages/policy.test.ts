// Tests the decision of the policy when the paths of a call cannot be resolved in time.

import { expect, test } from 'vitest';
import { Bench, Person } from '../../test/test-connection.js';

const policy = (rest: string) => `${rest}
[[rule]]
name = "no_keys"
action = "deny"
path = "/srv/keys/**"
[[rule]]
name = "ask_etc"
action = "prompt"
path = "/etc/**"
[[rule]]
name = "readers"
action = "allow"
tool = "read_*"
`;
const call = (name: string, path: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: { path } },
});
const late = { resolve: async () => undefined };

const cases = [
  {
    name: 'the default action does not allow the call',
    start: 'default = "log"',
    tool: 'other',
    path: '/srv/x',
    rule: 'links',
  },
  {
    name: 'no rule allows the call',
    start: 'default = "deny"',
    tool: 'read_it',
    path: '/srv/x',
    rule: 'links',
  },
  {
    name: 'the default action denies the call',
    start: 'default = "deny"',
    tool: 'other',
    path: '/srv/x',
    rule: 'links',
  },
  {
    name: 'no approval is requested',
    start: 'default = "log"',
    tool: 'other',
    path: '/etc/x',
    rule: 'links',
  },
  {
    name: 'a denial keeps its rule',
    start: 'default = "log"',
    tool: 'other',
    path: '/srv/keys/a',
    rule: 'no_keys',
  },
];
for (const { name, start, tool, path, rule } of cases)
  test(`a path is not resolved in time: ${name}`, async () => {
    const person = new Person();
    const bench = await Bench.open(policy(start), { links: late, person });
    bench.client(call(tool, path));
    await bench.idle();
    expect(bench.atServer).toEqual([]);
    expect(person.asked).toEqual([]);
    expect(JSON.parse(bench.atClient[0] ?? '{}')).toMatchObject({ error: { code: -32001, data: { rule } } });
  });

test('a call without paths does not wait', async () => {
  const bench = await Bench.open(policy('default = "log"'), { links: late });
  bench.client({ ...call('other', ''), params: { name: 'other', arguments: { amount: 1 } } });
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
});

const vendor = (path: string) => ({ jsonrpc: '2.0', method: 'notifications/vendor', params: { path } });

test('a notification with a path is forwarded in order', async () => {
  const bench = await Bench.open(policy('default = "log"'), { links: late });
  const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
  bench.client(vendor('/srv/x'));
  bench.client(ping);
  await bench.idle();
  expect(bench.atServer.map((line) => JSON.parse(line))).toEqual([vendor('/srv/x'), ping]);
});

test('a notification that a rule denies is dropped', async () => {
  const bench = await Bench.open(policy('default = "log"'), { links: late });
  bench.client(vendor('/srv/keys/a'));
  await bench.idle();
  expect(bench.atServer).toEqual([]);
});
