// Runs the `audit`, `approvals` and `kill` commands.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Broker, createStoreChannel } from '@claw/approvals';
import { type AuditLog, openAuditLog } from '@claw/audit';
import type { ApprovalRequest, AuditEntry } from '@claw/pipeline';
import { parsePolicy } from '@claw/policy';
import { openSqliteStore } from '@claw/store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatch } from '../command-line/dispatch.js';
import { createOutput } from '../terminal/output.js';
import { commands } from './index.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-home-'));
  vi.stubEnv('CLAWDEFENDER_HOME', home);
  vi.stubEnv('CLAWDEFENDER_AUDIT_KEY', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

async function run(line: string, terminal: { isTTY?: boolean; columns?: number } = {}) {
  const said = { out: '', err: '' };
  const streams = {
    stdout: {
      ...terminal,
      write(text: string) {
        said.out += text;
      },
    },
    stderr: {
      write(text: string) {
        said.err += text;
      },
    },
    env: { NO_COLOR: '1' },
  };
  const code = await dispatch(line.split(' '), {
    commands,
    version: '0',
    createOutput: (json) => createOutput(streams, json),
  });
  return { code, ...said };
}
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out);

test('every command reports that the log folder is a file', async () => {
  writeFileSync(join(home, 'audit'), '');
  for (const line of ['verify', 'query', 'stats', 'export', 'tail --no-follow'])
    expect(await run(`audit ${line}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a folder'),
    });
  expect(await run('status')).toMatchObject({ err: expect.not.stringContaining('this is a bug') });
});

function record(
  count = 3,
  meanwhile: (log: AuditLog) => void = () => {},
  decisionOf: (index: number) => AuditEntry['decision'] = (index) => (index % 2 === 0 ? 'deny' : 'allow'),
  toolOf: (index: number) => string = (index) => (index % 2 === 0 ? 'write_file' : 'read_file'),
) {
  const log = openAuditLog({ folder: join(home, 'audit'), server: 'files' });
  for (let index = 0; index < count; index++)
    log.record({
      kind: 'decision',
      time: Date.now(),
      direction: 'client-to-server',
      id: String(index),
      method: 'tools/call',
      tool: toolOf(index),
      client: undefined,
      identity: undefined,
      decision: decisionOf(index),
      rule: 'r\u001b[2J',
      reason: 'because',
      findings: [],
      trail: [],
      decideUs: 1,
      arguments: `{"path":"/etc/${index}"}`,
      callSeq: undefined,
      latencyUs: undefined,
      observed: false,
    });
  meanwhile(log);
  log.close();
}

describe('audit', () => {
  test('query prints matching entries, as escaped text or as JSON items', async () => {
    record();
    const { out, code } = await run('audit query --decision deny --since 1h');
    expect(code).toBe(0);
    expect(out.split('\n').filter(Boolean)).toHaveLength(2);
    expect(out).toContain('files/write_file');
    expect(out).not.toContain('\u001b');
    const { items } = await json('audit query --tool write_* --limit 1');
    expect(items).toMatchObject([{ tool: 'write_file', arguments: { path: '/etc/2' } }]);
    expect(await json('audit query --tool nothing')).toEqual({ items: [] });
    expect((await run('audit query --tool nothing')).out).toBe('No matching audit entries.\n');
  });

  const slips = [
    { line: '--tool wirte_file', meant: '--tool write_file' },
    { line: '--server fiels --tool read_fil', meant: '--server files --tool read_file' },
    { line: '--tool write_file --decision allow', meant: undefined },
    { line: '--tool wirte_*', meant: undefined },
    { line: '--rule r[2J', meant: undefined },
  ];
  for (const { line, meant } of slips)
    test(`query ${line} finds nothing, and suggests ${meant ?? 'no other value'}`, async () => {
      record();
      const help = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
      expect(await run(`audit query ${line}`)).toMatchObject({
        code: 0,
        out: `No matching audit entries.${help}\n`,
      });
    });

  const everything = ['session_start', 'decision', 'decision', 'decision', 'checkpoint', 'session_end'];
  const shown: { line: string; kinds: string[] }[] = [
    { line: 'audit query', kinds: ['decision', 'decision', 'decision'] },
    { line: 'audit query --limit 2', kinds: ['decision', 'decision'] },
    { line: 'audit query --grep /etc', kinds: ['decision', 'decision', 'decision'] },
    { line: 'audit query --all', kinds: everything },
    { line: 'audit query --all --limit 2', kinds: ['checkpoint', 'session_end'] },
    { line: 'audit query --kind checkpoint', kinds: ['checkpoint'] },
    { line: 'audit query --kind *', kinds: everything },
    { line: 'audit query --kind session_*', kinds: ['session_start', 'session_end'] },
    { line: 'audit tail --no-follow', kinds: ['decision', 'decision', 'decision'] },
    { line: 'audit tail --no-follow --all', kinds: everything },
  ];
  for (const { line, kinds } of shown)
    test(`${line} shows ${kinds.join(', ')}`, async () => {
      record(3, (log) => log.checkpoint());
      const { out } = await run(line);
      expect(out.split('\n').flatMap((text) => text.split('  ')[1]?.trim() ?? [])).toEqual(kinds);
      const said = (await run(`${line} --json`)).out;
      const items: { kind: string }[] = line.includes('tail')
        ? said
            .split('\n')
            .filter(Boolean)
            .map((text) => JSON.parse(text))
        : JSON.parse(said).items;
      // A program that copies the output of `tail` needs the complete hash chain.
      expect(items.map(({ kind }) => kind)).toEqual(line.includes('tail') ? everything : kinds);
    });

  for (const line of ['audit query --limit -1', 'audit tail --no-follow --limit -1'])
    test(`${line} is a usage error`, async () =>
      expect(await run(line)).toMatchObject({
        code: 2,
        err: expect.stringContaining('Invalid value for `--limit`: `-1`. Use a whole number'),
      }));

  test('a single omitted name is shown instead of being counted', async () => {
    record(11, undefined, undefined, (index) => `tool_${index}`);
    const { out } = await run('audit stats');
    expect(out.match(/ tool_\d+$/gm)).toHaveLength(11);
    expect(out).not.toContain('others');
  });

  test('a gap entry is shown with the number of missing entries', async () => {
    record(1, () => rmSync(join(home, 'audit'), { recursive: true }));
    expect((await json('audit query')).items.map(({ kind }: { kind: string }) => kind)).toEqual(['gap']);
  });

  test('tail, stats and export', async () => {
    record();
    for (const count of ['-n 1', '--limit 1']) {
      const { out } = await run(`audit tail --no-follow ${count} --kind decision`);
      expect(out).toContain('/etc/2');
      expect(out).not.toContain('/etc/1');
    }
    expect(await json('audit stats')).toMatchObject({
      decisions: { deny: 2, allow: 1 },
      tools: { write_file: 2 },
    });
    expect((await run('audit stats')).out).toMatch(/decisions\n +2 {2}deny\n +1 {2}allow\n/);
    expect((await run('audit export --format csv --tool read_file')).out.split('\r\n')).toHaveLength(3);
    const file = join(home, 'out.jsonl');
    expect(await run(`audit export --output ${file}`)).toEqual({
      code: 0,
      out: '',
      err: `clawdefender: Wrote 5 entries to \`${file}\`.\n`,
    });
    expect((await run(`audit export --format sarif --output ${home}/out.sarif`)).err).toContain('2 entries');
    expect(await run(`audit export --output ${join(home, 'none', 'out')}`)).toMatchObject({
      code: 2,
      err: `clawdefender: The folder \`${join(home, 'none')}\` does not exist. Create it or check the path.\n`,
    });
    expect(await run(`audit export --output ${join(home, 'audit', 'x.jsonl')} --force`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is in the folder of the audit log'),
    });
    const kept = readFileSync(file, 'utf8');
    expect(await run(`audit export --format csv --output ${file}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`\`${file}\` already exists; nothing was written`),
    });
    expect(readFileSync(file, 'utf8')).toBe(kept);
    expect((await run(`audit export --format csv --output ${file} --force`)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toBe(kept);
    if (process.platform !== 'win32') expect((await run('audit export --output /dev/null')).code).toBe(0);
    expect((await run(`audit export --output ${file} --force`)).code).toBe(0);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(6);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('verify accepts a complete log and reports every problem in a damaged log', async () => {
    expect(await run('audit verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('is empty'),
    });
    record();
    expect(await run('audit verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('no problems found'),
    });
    const { items } = await json('audit query');
    const file = join(home, 'audit', `${items[0].session}.0001.jsonl`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('/etc/1', '/etc/9'));
    const { code, out } = await run('audit verify');
    expect(code).toBe(1);
    expect(out).toContain('record 3 was changed');
    expect(await json(`audit verify ${join(home, 'audit')}`)).toMatchObject({ ok: false });
  });

  test('verify uses the key in the environment', async () => {
    record();
    vi.stubEnv('CLAWDEFENDER_AUDIT_KEY', 'k');
    expect((await run('audit verify')).out).toContain('written without the key');
  });

  const wrong = [
    {
      line: 'audit query --since yesterday',
      says: 'Invalid value for `--since`: `yesterday`. Use a duration (`1d`, `2h`) or an ISO 8601 time.',
    },
    { line: 'audit query --limit many', says: 'Invalid value for `--limit`: `many`. Use a whole number' },
    { line: 'audit tail --lines -1', says: '--lines' },
    { line: 'audit verify /does/not/exist', says: 'does not exist' },
    { line: 'audit verify a b', says: 'Only one folder is allowed' },
    {
      line: 'audit export --format xml',
      says: 'Invalid value for `--format`: `xml`. Use jsonl, csv, sarif, ocsf.',
    },
    { line: 'audit stats --grep x', says: 'Use `audit query --grep`' },
    { line: 'approvals approve', says: 'No approval id given' },
    { line: 'approvals approve x --scope forever', says: 'Invalid value for `--scope`: `forever`' },
    { line: 'approvals approve x --for ever', says: 'Invalid value for `--for`: `ever`' },
    {
      line: 'approvals approve x --for 1h --scope always',
      says: 'Use either `--for` or `--scope`, not both.',
    },
    { line: 'approvals deny a b', says: 'Only one id is allowed' },
  ];
  for (const { line, says } of wrong)
    test(`usage error: ${line}`, async () => {
      const { code, err } = await run(line);
      expect(err).toContain(says);
      expect(code).toBe(2);
    });
});

describe('approvals', () => {
  const question: ApprovalRequest = {
    server: 'files',
    tool: 'write_file',
    method: 'tools/call',
    direction: 'client-to-server',
    identity: undefined,
    rule: 'ask_first',
    reason: 'it is asked',
    message: undefined,
    params: '{"name":"write_file","arguments":{"path":"/etc/0"}}',
    effects: ['write'],
    matched: [{ field: 'path', pattern: '/etc/**', value: '/etc/0', where: 'arguments.path' }],
    unnamed: [],
    definition: undefined,
  };

  /** A proxy in another process, as it appears in the store. */
  function proxy(waitMs: number, asked = question) {
    const store = openSqliteStore({ file: join(home, 'state.db') });
    const channels = [createStoreChannel('cli')];
    const timing = { waitMs, expiresMs: 60_000, onTimeout: 'pending' } as const;
    const broker = new Broker({ table: store.table, channels, origin: 'x', session: 's', ...timing });
    const ask = () => broker.requestApproval(asked, new AbortController().signal);
    return { ask, close: () => broker.close().then(() => store.close()) };
  }
  const waitingId = async () => {
    await expect.poll(async () => (await json('approvals list')).items.length, { timeout: 5000 }).toBe(1);
    return (await json('approvals list')).items[0].id as string;
  };

  test('a command does not create the store', async () => {
    expect((await run('approvals list')).out).toContain('No pending or standing approvals');
    expect(existsSync(join(home, 'state.db'))).toBe(false);
  });

  test('a pending request is listed with all details and approved, and the call continues', async () => {
    // The last call was denied, so it does not count as a match of the suggested rules.
    record(5, undefined, (index) => (index === 4 ? 'deny' : 'prompt'));
    const { ask, close } = proxy(20_000);
    const asking = ask();
    const id = await waitingId();
    expect((await json('approvals list')).items).toMatchObject([
      {
        id,
        state: 'pending',
        server: 'files',
        tool: 'write_file',
        arguments: { path: '/etc/0' },
        rule: 'ask_first',
      },
    ]);
    expect((await run('approvals list')).out).toContain('path /etc/0 (arguments.path)');
    const { out } = await run(`approvals approve ${id}`);
    expect(out).toContain('. The waiting call continues.');
    expect(await asking).toMatchObject({ kind: 'approved', scope: 'once' });
    expect(out).toContain('put one of these rules before the rule `ask_first` in the policy:');
    expect(out).toContain('# this exact call: matches this call and 1 earlier call from');
    expect(out).toContain('# this folder: matches this call and 2 earlier calls');
    expect(out).toContain('# this tool with any arguments: matches this call and 2 earlier calls');
    const rules = out.slice(out.indexOf('# this exact call'));
    expect(await parsePolicy(rules)).toMatchObject({ ok: true, policy: { rules: { length: 3 } } });
    expect(await run(`approvals approve ${id}`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/was already approved by cli:?\S*, and the call has used it\./),
    });
    await close();
  });

  test('a list fits the terminal, except for arguments, and ends with the commands to decide', async () => {
    const message = 'this is written by somebody who likes long sentences '.repeat(3);
    const params = JSON.stringify({ name: 'write_file', arguments: { path: `/etc/${'a  b'.repeat(40)}` } });
    const asking = { ...question, message, params };
    const one = proxy(20_000, asking);
    void one.ask();
    const id = await waitingId();
    const shown = async () =>
      (await run('approvals list', { isTTY: true, columns: 80 })).out.trimEnd().split('\n');
    expect((await shown()).filter(({ length }) => length > 80)).toEqual([
      `  arguments ${JSON.stringify(JSON.parse(params).arguments)}`,
    ]);
    // The line shows how long the approval stays open, and how long the call waits for it.
    expect((await shown()).slice(0, 2)).toEqual([
      expect.stringMatching(/ {2}can be decided for another \d+ (?:s|min)$/),
      expect.stringMatching(/^ {2}the call stays pending for another \d+ s$/),
    ]);
    const answers = (name: string) => [
      `decide: clawdefender approvals approve ${name}`,
      `        clawdefender approvals deny ${name}`,
    ];
    expect((await shown()).slice(-2)).toEqual(answers(id));
    const two = proxy(20_000, { ...asking, tool: 'move_file' });
    void two.ask();
    await expect.poll(async () => (await shown()).slice(-2)).toEqual(answers('ID'));
    await Promise.all([one.close(), two.close()]);
  });

  test('for a rule that names only the tool, a rule with the folder of the call is suggested as well', async () => {
    const hit = { field: 'tool', pattern: 'write_*', value: 'write_file', where: 'tool' };
    const { ask, close } = proxy(20_000, { ...question, matched: [hit] });
    const asking = ask();
    const { out } = await run(`approvals approve ${await waitingId()}`);
    await asking;
    expect(out).toContain('# this folder: matches this call and no earlier call');
    expect(out).toContain('path = "/etc/**"');
    await close();
  });

  for (const value of ['notes/b.txt', '/srv/a*/b.txt', '/srv/a?/b.txt'])
    test(`no rule is suggested for the folder of \`${value}\`, because it would match other folders`, async () => {
      const hit = { field: 'path', pattern: '**', value, where: 'arguments.path' };
      const params = JSON.stringify({ name: 'write_file', arguments: { path: value } });
      const { ask, close } = proxy(20_000, { ...question, params, matched: [hit] });
      const asking = ask();
      const { out } = await run(`approvals approve ${await waitingId()}`);
      await asking;
      expect(out).toContain('# this tool with any arguments: matches this call and no earlier call');
      expect(out).not.toContain('# this folder');
      await close();
    });

  for (const { tool, input } of [
    { tool: 'bash', input: { command: 'cat /etc/hosts' } },
    { tool: 'run_python', input: { code: 'print(1)' } },
  ])
    test(`for tools that run commands, such as \`${tool}\`, only an exact rule is suggested`, async () => {
      const { ask, close } = proxy(20_000, {
        ...question,
        tool,
        params: JSON.stringify({ name: tool, arguments: input }),
        effects: ['exec', 'read'],
        matched: [{ field: 'path', pattern: '/etc/**', value: '/etc/hosts', where: 'arguments.command' }],
      });
      const asking = ask();
      const { out } = await run(`approvals approve ${await waitingId()}`);
      await asking;
      expect(out).toContain('# this exact call: matches this call and no earlier call from');
      expect(out).not.toMatch(/this folder|this tool/);
      await close();
    });

  for (const { rule, section } of [
    { rule: 'egress', section: 'egress' },
    { rule: 'tools.pin', section: 'tools' },
  ])
    test(`no rule is suggested for the check \`${rule}\`, because rules do not override it`, async () => {
      const { ask, close } = proxy(20_000, { ...question, rule });
      const asking = ask();
      const { out } = await run(`approvals approve ${await waitingId()}`);
      await asking;
      expect(out).toContain(
        `To change which calls require this approval, edit \`[${section}]\` in the policy.`,
      );
      expect(out).not.toContain('[[rule]]');
      await close();
    });

  test('denied requests and unknown ids', async () => {
    const { ask, close } = proxy(20_000);
    const asking = ask();
    const id = await waitingId();
    expect((await run(`approvals deny ${id}`)).code).toBe(0);
    expect(await asking).toMatchObject({ kind: 'denied', by: expect.stringMatching(/^cli/) });
    expect(await run('approvals deny nothing')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No approval'),
    });
    await close();
  });

  test('after an approval that came too late, the repeated call is allowed once', async () => {
    const { ask, close } = proxy(100);
    expect(await ask()).toMatchObject({ kind: 'pending' });
    const id = await waitingId();
    const { out } = await run(`approvals approve ${id}`);
    expect(out).toContain('. The call is no longer waiting; repeat it.');
    expect((await json('approvals list')).items).toMatchObject([{ id, state: 'approved', scope: 'once' }]);
    expect(await ask()).toMatchObject({ kind: 'approved' });
    expect(await ask()).toMatchObject({ kind: 'pending' });
    await close();
  });

  test('a standing approval is printed as a valid rule and can be revoked', async () => {
    const { ask, close } = proxy(100);
    await ask();
    const id = await waitingId();
    await run(`approvals approve ${id} --scope always`);
    expect(await ask()).toMatchObject({ kind: 'approved', scope: 'always' });
    expect((await run('approvals list')).out).toContain('only with {"path":"/etc/0"}');
    const { out } = await run('approvals list --as-policy');
    expect(out).toContain('args.path = "/etc/0"');
    expect(await parsePolicy(out, 'granted.toml')).toMatchObject({ ok: true });
    expect((await run(`approvals revoke ${id}`)).code).toBe(0);
    expect((await run(`approvals revoke ${id}`)).code).toBe(1);
    expect(await ask()).toMatchObject({ kind: 'pending' });
    await close();
  });

  test('an invalid store file is reported', async () => {
    writeFileSync(join(home, 'state.db'), 'this is no database, and long enough to look like one to nobody');
    expect(await run('approvals list')).toMatchObject({ code: 2, err: expect.stringContaining('state.db') });
  });
});

describe('kill', () => {
  test('kill on twice, then kill off; the user who first turned the switch on stays recorded', async () => {
    expect(await json('kill status')).toEqual({ enabled: false, since: null, by: null });
    const first = await json('kill on');
    expect(first).toMatchObject({
      enabled: true,
      since: expect.stringMatching(/^20/),
      by: expect.any(String),
    });
    expect(await json('kill on')).toEqual(first);
    expect(statSync(join(home, 'KILL')).mode & 0o777).toBe(0o600);
    expect((await run('kill status')).out).toContain('ON');
    expect(await json('kill off')).toMatchObject({ enabled: false });
    expect((await run('kill off')).code).toBe(0);
  });

  test('a kill file that another program created turns the kill switch on', async () => {
    writeFileSync(join(home, 'KILL'), '');
    expect(await json('kill status')).toMatchObject({ enabled: true, by: 'a file' });
  });
});
