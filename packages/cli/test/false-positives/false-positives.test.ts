// Makes the calls of an ordinary day with the built-in policy: a few hundred calls to real and recorded servers. No
// call may be denied, very few may require approval, and no byte may change.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fixture, installed } from '../compatibility/fixtures.js';
import { DayClient } from './call-through-proxy.js';
import { readDialogue, readProject } from './read-fixtures.js';
import { filesystemCalls, memoryCalls } from './real-work.js';

/** The approval requests of the whole day. */
const questions: string[] = [];
let calls = 0;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-day-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function place(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

const node = (...args: string[]) => ({ command: process.execPath, args });

/** Runs actions of a client and checks that no call is denied; records the approval requests. */
async function peacefully(client: DayClient, act: (client: DayClient) => Promise<void>): Promise<void> {
  try {
    await client.begin();
    await act(client);
  } finally {
    await client.end();
  }
  questions.push(...client.approvals);
}

for (const name of ['git', 'shell', 'sqlite', 'browser', 'github', 'fetch'])
  test(`${name}: every response arrives unchanged`, { timeout: 60_000 }, async () => {
    const dialogue = readDialogue(readFileSync(fixture(`benign/dialogues/${name}.txt`), 'utf8'));
    const home = place(name);
    const file = join(home, 'dialogue.json');
    writeFileSync(file, JSON.stringify(dialogue));
    await peacefully(
      new DayClient(node(fixture('servers/recorded.mjs'), file), home, place(`${name}-work`)),
      async (client) => {
        for (const { params, result } of dialogue.exchanges) {
          calls += 1;
          const { id, line } = await client.ask('tools/call', params);
          const sent = JSON.stringify({ jsonrpc: '2.0', id, result });
          expect.soft(line, JSON.stringify(params)).toBe(sent);
        }
      },
    );
  });

test('files: written content is read back unchanged', { timeout: 60_000 }, async () => {
  const files = readProject(readFileSync(fixture('benign/project.txt'), 'utf8'));
  const work = place('work');
  const server = node(installed('@modelcontextprotocol/server-filesystem/dist/index.js'), work);
  await peacefully(new DayClient(server, place('files-home'), work), async (client) => {
    for (const params of filesystemCalls(work, files)) {
      calls += 1;
      const { line } = await client.ask('tools/call', params);
      const { result } = JSON.parse(line);
      const wrong = /\[REDACTED\]|"code":-3200/;
      expect.soft(line, JSON.stringify(params).slice(0, 200)).not.toMatch(wrong);
      const { path, head, tail } = params.arguments as { path?: string; head?: number; tail?: number };
      const [, text] = files.find(([one]) => path === join(work, one)) ?? [];
      if (params.name === 'read_text_file' && text !== undefined && head === undefined && tail === undefined)
        expect.soft(result?.content[0].text).toBe(text);
    }
  });
});

test('memory: notes in many languages', { timeout: 60_000 }, async () => {
  const home = place('memory-home');
  const server = {
    ...node(installed('@modelcontextprotocol/server-memory/dist/index.js')),
    env: { MEMORY_FILE_PATH: join(home, 'memory.jsonl') },
  };
  await peacefully(new DayClient(server, home, place('memory-work')), async (client) => {
    for (const params of memoryCalls) {
      calls += 1;
      const { line } = await client.ask('tools/call', params);
      const wrong = /\[REDACTED\]|"code":-3200|"isError":true/;
      expect.soft(line, JSON.stringify(params).slice(0, 200)).not.toMatch(wrong);
    }
  });
});

test('a few hundred calls with very few approval requests', () => {
  expect(calls).toBeGreaterThan(250);
  expect(questions.length, questions.join('\n')).toBeLessThanOrEqual(5);
});
