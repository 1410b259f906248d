import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@claw/pipeline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuditRecord, openAuditLog, queryAudit, queryAuditPage } from '../index.js';
import { ensureIndex } from '../index-file/index-file.js';
import { selectRows } from '../index-file/rows.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claw-text-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (number: number, text: string): AuditEntry => ({
  kind: 'decision',
  time: number * 1000,
  direction: 'client-to-server',
  id: String(number),
  method: 'tools/call',
  tool: `tool_${number % 7}`,
  client: 'test',
  identity: undefined,
  decision: 'allow',
  rule: 'default',
  reason: 'no rule matched',
  findings: [],
  trail: [],
  decideUs: 1,
  arguments: JSON.stringify({ text }),
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
});

const words = [
  'alpha',
  'Bravo',
  'ÄRGER',
  'deg \u212a',
  'ΟΔΟΣ',
  'https://Example.com/a?b',
  '東京',
  '0123456789',
];
const texts = Array.from({ length: 1500 }, (_, number) =>
  number === 700
    ? 'a Needle in it'
    : `${words[number % words.length]} ${(number * 7919) % 1000} line ${number}`,
);

async function found(grep: string): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const line of queryAudit(folder, { grep })) records.push(JSON.parse(line));
  const { lines } = await queryAuditPage(folder, { grep }, { limit: 10_000 });
  expect(lines.map((line) => JSON.parse(line)).reverse()).toEqual(records);
  return records;
}

test('a search ignores case and finds new lines while the log grows', async () => {
  const log = openAuditLog({ folder, server: 'files', maxSize: 100_000, keep: 100 });
  for (const [number, text] of texts.entries()) {
    log.record(entry(number, text));
    // Each search extends the index.
    if (number % 400 === 10) await found('needle');
  }
  log.close();
  for (const word of [
    'needle',
    'NEEDLE in',
    'ärger',
    'deg k',
    'οδος',
    'example.COM/A',
    '東',
    'no',
    'zzz',
    '77 line 1',
  ]) {
    const expected = texts.filter((text) =>
      JSON.stringify({ text }).toLowerCase().includes(word.toLowerCase()),
    );
    const times = (await found(word))
      .filter(({ kind }) => kind === 'decision')
      .map(({ arguments: given }) => given);
    if (word === 'no') expect(times.length).toBe(texts.length);
    else expect(times, word).toEqual(expected.map((text) => ({ text })));
  }
});

test('the hashes of the chain are searched only if the text is a whole hash', async () => {
  const log = openAuditLog({ folder, server: 'files' });
  for (let number = 0; number < 200; number++) log.record(entry(number, 'text'));
  log.close();
  const lines: AuditRecord[] = [];
  for await (const line of queryAudit(folder, {})) lines.push(JSON.parse(line));
  const hash = lines[100]?.hash ?? '';
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await found(hash.slice(3, 11))).toEqual([]);
  // The hash occurs in its own record and as the previous hash of the next record.
  expect(await found(hash)).toHaveLength(2);
});

test('a search for a rare word reads no other records', async () => {
  const log = openAuditLog({ folder, server: 'files' });
  for (const [number, text] of texts.entries()) log.record(entry(number, text));
  log.close();
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const index = await ensureIndex(folder, file, () => {});
  const rows = async (grep: string) => {
    let count = 0;
    for await (const piece of selectRows(index, { grep })) count += piece.length;
    return count;
  };
  expect(await rows('needle')).toBeLessThan(300);
  expect(await rows('not there at all')).toBe(0);
  expect(readFileSync(index.path).length).toBeLessThan(readFileSync(index.log).length / 3);
});

test('a page that reaches its time limit contains the records read so far, and the next page continues', async () => {
  const log = openAuditLog({ folder, server: 'files', maxSize: 100_000, keep: 100 });
  for (const [number, text] of texts.entries()) log.record(entry(number, text));
  log.close();
  // The filters contain only sequences of at least three letters.
  for (const grep of ['In', 'qx']) {
    const filter = { grep, kind: 'decision' };
    const lines: string[] = [];
    let [pages, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const page = await queryAuditPage(folder, filter, { limit: 50, cursor, milliseconds: 0 });
      lines.push(...page.lines);
      cursor = page.next;
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(20);
    expect(lines).toEqual((await queryAuditPage(folder, filter, { limit: 10_000 })).lines);
  }
});
