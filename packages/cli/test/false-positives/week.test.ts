// Makes the calls of an ordinary week with the built-in policy: 2,000 recorded calls to ten real servers in one home
// folder, over five days. No call may be denied, no result may be changed, and at most five calls may require approval.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fixture } from '../compatibility/fixtures.js';
import { DayClient } from './call-through-proxy.js';
import type { Dialogue, Exchange } from './read-fixtures.js';

const names = [
  ...['filesystem', 'git', 'memory', 'sqlite', 'browser', 'fetch', 'everything', 'time'],
  ...['sequential-thinking', 'redis'],
];
const days = 5;
/** The number of concurrent calls of an agent. */
const together = 8;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-week-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Work {
  readonly client: DayClient;
  readonly exchanges: readonly Exchange[];
}

test('none of the 2,000 calls of a week is denied or changed, and at most five require approval', {
  timeout: 180_000,
}, async () => {
  const project = join(folder, 'shop');
  mkdirSync(project);
  const works = names.map((name) => start(name, project));
  const altered: string[] = [];
  let calls = 0;
  try {
    await Promise.all(works.map(({ client }) => client.begin()));
    for (let day = 0; day < days; day++)
      for (const { client, exchanges } of works) {
        const share = exchanges.slice((day * exchanges.length) / days, ((day + 1) * exchanges.length) / days);
        for (let at = 0; at < share.length; at += together)
          altered.push(...(await play(client, share.slice(at, at + together))));
        calls += share.length;
      }
  } finally {
    await Promise.all(works.map(({ client }) => client.end()));
  }
  const approvals = works.flatMap(({ client }) => client.approvals);
  expect(altered).toEqual([]);
  expect(calls).toBe(2000);
  expect(approvals.length, approvals.join('\n')).toBeLessThanOrEqual(5);
});

function start(name: string, project: string): Work {
  const [first, ...exchanges] = readFileSync(fixture(`benign/week/${name}.jsonl`), 'utf8')
    .replaceAll('{project}', project)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const recording = join(folder, `${name}.json`);
  const dialogue: Dialogue = { ...first, exchanges };
  writeFileSync(recording, JSON.stringify(dialogue));
  const server = { command: process.execPath, args: [fixture('servers/recorded.mjs'), recording] };
  const client = new DayClient(server, join(folder, 'home'), project, ['--server', name]);
  return { client, exchanges };
}

/** Plays recorded calls; returns the messages that did not arrive as recorded. */
async function play(client: DayClient, exchanges: readonly Exchange[]): Promise<string[]> {
  const lines = await Promise.all(
    exchanges.map(async ({ params, result }) => {
      const { id, line } = await client.ask('tools/call', params);
      const sent = JSON.stringify({ jsonrpc: '2.0', id, result });
      return line === sent ? [] : [`${JSON.stringify(params)}\n  ${sent}\n  ${line}`];
    }),
  );
  return lines.flat();
}
