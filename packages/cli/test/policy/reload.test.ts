// Tests a policy that changes while a proxy is running: the whole policy applies immediately, however the file was
// saved. An invalid policy changes nothing.

import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Running } from '../running-proxy.js';

let home = '';
let running: Running;
const file = () => join(home, 'policy.toml');
const open = 'version = 1\ndefault = "allow"\n';
const changed = 'Reloaded the policy';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-reload-'));
});
afterEach(async () => {
  await running.end();
  rmSync(home, { recursive: true, force: true });
});

async function start(policy: string): Promise<void> {
  writeFileSync(file(), policy);
  running = new Running([], { options: ['--server', 'notes'], home });
  await running.refusal('echo');
}

/** Saves the file as editors do, and waits until the proxy reports the change. */
async function save(policy: string, word = changed): Promise<void> {
  const from = running.stderr.length;
  writeFileSync(`${file()}.new`, policy);
  renameSync(`${file()}.new`, file());
  await running.said(word, from);
}

const long = { text: 'x'.repeat(5000) };
const logs = () => readdirSync(join(home, 'audit')).filter((name) => name.endsWith('.jsonl'));

describe('every section takes effect immediately', () => {
  test('[[rule]]: a call is denied and allowed again, many times', async () => {
    await start(open);
    for (let round = 0; round < 5; round++) {
      await save(`${open}[[rule]]\nname = "no${round}"\naction = "deny"\ntool = "echo"\n`);
      expect(await running.refusal('echo')).toMatchObject({ code: -32001, data: { rule: `no${round}` } });
      await save(`${open}# ${round}\n`);
      expect(await running.refusal('echo')).toBeUndefined();
    }
  });

  test('[limits]: in both directions', async () => {
    await start(open);
    expect(await running.call('echo', long)).toEqual(long);
    await save(`${open}[limits]\nmax_message = "2KB"\n`);
    expect(await running.refusal('echo', long)).toMatchObject({ code: -32600 });
    expect(await running.refusal('dribble', { size: 5000, piece: 1000 })).toMatchObject({ code: -32001 });
    expect(await running.refusal('echo')).toBeUndefined();
    await save(open);
    expect(await running.call('echo', long)).toEqual(long);
  });

  test('[limits]: a message is parsed with the limits that apply when it starts', async () => {
    await start(open);
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 'slow', method: 'tools/call', params: { name: 'process', arguments: long } })}\n`;
    running.send(Buffer.from(line.slice(0, 100)));
    await save(`${open}[limits]\nmax_message = "2KB"\n`);
    running.send(Buffer.from(line.slice(100)));
    expect(await running.refusal('echo')).toBeUndefined();
    expect(running.lines.map(String)).toContainEqual(expect.stringMatching(/"id":"slow".*"result"/));
  });

  test('[wire]: responses without a request, and plain text', async () => {
    await start(open);
    await running.call('stranger');
    expect(running.lines.some((line) => line.includes('unasked'))).toBe(true);
    await save(`${open}[wire]\nunmatched = "drop"\nnon_json = "pass"\n`);
    const before = running.lines.length;
    await running.call('stranger', { id: 'another' });
    await running.call('print', { text: 'debug' });
    expect(running.lines.slice(before).map(String)).not.toContainEqual(expect.stringContaining('unasked'));
    expect(running.lines.slice(before).map(String)).toContain('debug');
  });

  test('[approval]: the time for which a call is pending', async () => {
    const asks = `${open}[[rule]]\nname = "ask"\naction = "prompt"\ntool = "echo"\n`;
    await start(open);
    await save(`${asks}[approval]\nwait = "1s"\n`);
    expect(await running.refusal('echo')).toMatchObject({ code: -32002 });
    await save(`${asks}[approval]\nwait = "1s"\non_timeout = "deny"\n`);
    expect(await running.refusal('echo')).toMatchObject({ code: -32001 });
    await save(`${asks}[approval]\nchannels = ["elicitation"]\n`);
    expect(await running.refusal('echo')).toMatchObject({ code: -32001 });
  });

  test('[audit]: the maximum file size', async () => {
    await start(open);
    for (let call = 0; call < 20; call++) await running.call('echo', long);
    expect(logs()).toHaveLength(1);
    await save(`${open}[audit]\nmax_size = "8KB"\nkeep = 3\n`);
    for (let call = 0; call < 20; call++) await running.call('echo', long);
    expect(logs()).toHaveLength(3);
  });

  test('[kill_switch]: the path of the file', async () => {
    await start(open);
    writeFileSync(join(home, 'STOP'), '');
    await save(`${open}[kill_switch]\nfile = ${JSON.stringify(join(home, 'STOP'))}\n`);
    expect(await running.refusal('echo')).toMatchObject({ data: { rule: 'kill_switch' } });
    await save(open);
    expect(await running.refusal('echo')).toBeUndefined();
  });
});

test('a counter is kept after a reload', async () => {
  const limited = `${open}[[rule]]\nname = "few"\naction = "allow"\ntool = "echo"\nrate_limit = { max = 2, window = "10m" }\n`;
  await start(open);
  await save(limited);
  expect(await running.refusal('echo')).toBeUndefined();
  await save(`${limited}# again\n`);
  expect(await running.refusal('echo')).toBeUndefined();
  expect(await running.refusal('echo')).toMatchObject({ code: -32000 });
});

const broken = [
  { name: 'invalid TOML', text: 'default = ' },
  { name: 'an unknown key', text: `${open}defualt = "deny"` },
  {
    name: 'a pattern that is not supported',
    text: `${open}[[injection.pattern]]\nname = "p"\npattern = "(?=x)"\naction = "deny"\n`,
  },
  { name: 'a truncated rule', text: `${open}[[rule]]\naction = "deny"\n` },
];
for (const { name, text } of broken)
  test(`an invalid file does not replace the old policy and is reported: ${name}`, async () => {
    await start(`${open}[[rule]]\nname = "no"\naction = "deny"\ntool = "echo"\n`);
    await save(text, 'The previous policy stays active');
    expect(await running.refusal('echo')).toMatchObject({ data: { rule: 'no' } });
    await save(open);
    expect(await running.refusal('echo')).toBeUndefined();
  });

test('after several quick saves, the last version is used', async () => {
  await start(open);
  const from = running.stderr.length;
  for (let save = 1; save <= 200; save++) {
    writeFileSync(file(), `${open}[[rule]]\nname = "no${save}"\naction = "deny"\ntool = "echo"\n`);
    if (save % 20 === 0) await running.refusal('received');
  }
  await running.said(changed, from);
  await expect
    .poll(async () => (await running.refusal('echo'))?.data, { timeout: 10_000 })
    .toMatchObject({ rule: 'no200' });
});

test('a file that is removed and restored', async () => {
  await start(`${open}[[rule]]\nname = "no"\naction = "deny"\ntool = "echo"\n`);
  rmSync(file());
  await running.said('was removed or cannot be read');
  expect(await running.refusal('echo')).toMatchObject({ data: { rule: 'no' } });
  await save(open);
  expect(await running.refusal('echo')).toBeUndefined();
});

test('a file that is a link, and a link that is changed', async () => {
  const real = mkdtempSync(join(tmpdir(), 'claw-real-'));
  const [one, two] = [join(real, 'one.toml'), join(real, 'two.toml')];
  writeFileSync(one, open);
  writeFileSync(two, `${open}[[rule]]\nname = "two"\naction = "deny"\ntool = "echo"\n`);
  symlinkSync(one, file());
  running = new Running([], { home });
  await running.call('echo');
  writeFileSync(one, `${open}[[rule]]\nname = "one"\naction = "deny"\ntool = "echo"\n`);
  await running.said(changed);
  expect(await running.refusal('echo')).toMatchObject({ data: { rule: 'one' } });
  const from = running.stderr.length;
  symlinkSync(two, `${file()}.new`);
  renameSync(`${file()}.new`, file());
  await running.said(changed, from);
  expect(await running.refusal('echo')).toMatchObject({ data: { rule: 'two' } });
  rmSync(real, { recursive: true });
});
