import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntry as entry } from '../../test/audit-entry.js';
import {
  type AuditFilter,
  type AuditRecord,
  auditStats,
  exportAudit,
  matchesRecord,
  openAuditLog,
  type QueryOptions,
  queryAudit,
  runningSessions,
  tailAudit,
  verifyAudit,
} from '../index.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claw-query-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes two concurrent sessions with alternating records. */
function writeTwo() {
  const now = () => 500;
  const files = openAuditLog({ folder, server: 'files', now, maxSize: 1500 });
  const mail = openAuditLog({ folder, server: 'mail', now });
  for (let second = 1; second <= 10; second++) {
    files.record(entry({ time: second * 1000, arguments: `{"n":${second}}` }));
    mail.record(
      entry({
        time: second * 1000 + 1,
        tool: 'send',
        decision: second % 2 ? 'deny' : 'allow',
        rule: 'no_mail',
      }),
    );
  }
  return { files, mail };
}

async function ask(filter: AuditFilter, options?: QueryOptions): Promise<AuditRecord[]> {
  const found: AuditRecord[] = [];
  for await (const line of queryAudit(folder, filter, options)) found.push(JSON.parse(line));
  return found;
}

const questions: { name: string; filter: AuditFilter; limit?: number; found: number }[] = [
  { name: 'all decisions', filter: { kind: 'decision' }, found: 20 },
  { name: 'records of a server', filter: { server: 'mail', kind: 'decision' }, found: 10 },
  { name: 'records of a tool', filter: { tool: 'read_file' }, found: 10 },
  { name: 'records of a tool by a prefix', filter: { tool: 'read_*' }, found: 10 },
  { name: 'no records of a tool that was not called', filter: { tool: 'rm' }, found: 0 },
  { name: 'records with a decision', filter: { decision: 'deny' }, found: 5 },
  { name: 'records with a rule', filter: { rule: 'no_mail' }, found: 10 },
  { name: 'records in an interval', filter: { since: 3000, until: 5000 }, found: 4 },
  { name: 'records with a text', filter: { grep: '"N":7' }, found: 1 },
  {
    name: 'records with a text among few records',
    filter: { grep: 'mail', tool: 'send' },
    limit: 2,
    found: 2,
  },
  { name: 'the newest records', filter: { kind: 'decision' }, limit: 3, found: 3 },
  { name: 'no records with limit 0', filter: {}, limit: 0, found: 0 },
];
for (const { name, filter, limit, found } of questions) {
  test(`finds ${name}`, async () => {
    writeTwo();
    const first = await ask(filter, { limit });
    expect(first).toHaveLength(found);
    expect(first.map(({ time }) => time)).toEqual(first.map(({ time }) => time).sort());
    expect(await ask(filter, { limit })).toEqual(first);
  });
}

describe('calls that needed approval', () => {
  const step = (verdict: 'ask' | 'deny' | 'note', rule: string) =>
    ({ stage: 'policy', verdict, rule, reason: 'so it is' }) as const;
  const asked = [step('note', 'seen'), step('ask', 'ask_first')];
  const calls = {
    approved: entry({ tool: 'approved', trail: asked }),
    declined: entry({ tool: 'declined', decision: 'deny', trail: asked }),
    waiting: entry({ tool: 'waiting', decision: 'prompt', trail: asked }),
    unasked: entry({ tool: 'unasked', decision: 'deny', trail: [...asked, step('deny', 'chains')] }),
    passed: entry({ tool: 'passed', trail: [step('note', 'seen'), step('note', 'heard')] }),
  };
  const found = [
    { decision: 'prompt', tools: ['approved', 'declined', 'waiting'] },
    { decision: 'pro*', tools: ['approved', 'declined', 'waiting'] },
    { decision: 'allow', tools: ['approved', 'passed'] },
    { decision: 'deny', tools: ['declined', 'unasked'] },
    { decision: '', tools: [] },
  ];
  for (const { decision, tools } of found)
    test(`match \`${decision}\`: ${tools.join(', ')}`, async () => {
      const log = openAuditLog({ folder, server: 'files' });
      for (const one of Object.values(calls)) log.record(one);
      const filter = { decision, kind: 'decision' };
      const records = await ask(filter);
      expect(records.map(({ tool }) => tool)).toEqual(tools);
      const every = await ask({ kind: 'decision' });
      expect(every.filter((record) => matchesRecord(filter, record, '')).map(({ tool }) => tool)).toEqual(
        tools,
      );
      const tally = (await auditStats(folder, filter)).decisions;
      if (decision === 'prompt') expect(tally).toEqual({ allow: 1, deny: 1, prompt: 1 });
    });
});

describe('every rule of a record', () => {
  const step = (rule: string) => ({ stage: 'answers', verdict: 'note', rule, reason: 'so it is' }) as const;
  const replies = {
    both: entry({ tool: 'both', rule: 'secrets', trail: [step('secrets'), step('orders')] }),
    one: entry({ tool: 'one', rule: 'secrets', trail: [step('secrets'), step('default')] }),
    other: entry({ tool: 'other', rule: 'orders', trail: [step('orders')] }),
  };
  const found = [
    { rule: 'secrets', tools: ['both', 'one'] },
    { rule: 'orders', tools: ['both', 'other'] },
    { rule: 'ord*', tools: ['both', 'other'] },
    { rule: 'secrets*orders', tools: [] },
    { rule: 'default', tools: [] },
    { rule: '', tools: [] },
  ];
  for (const { rule, tools } of found)
    test(`is found by \`${rule}\`: ${tools.join(', ')}`, async () => {
      const log = openAuditLog({ folder, server: 'files' });
      for (const one of Object.values(replies)) log.record(one);
      const filter = { rule, kind: 'decision' };
      expect((await ask(filter)).map(({ tool }) => tool)).toEqual(tools);
      const every = await ask({ kind: 'decision' });
      const matching = every.filter((record) => matchesRecord(filter, record, ''));
      expect(matching.map(({ tool }) => tool)).toEqual(tools);
      const { rules } = await auditStats(folder, { kind: 'decision' });
      expect(rules).toEqual({ secrets: 2, orders: 1 });
    });
});

describe('the index', () => {
  test('follows a log that grows', async () => {
    const { files } = writeTwo();
    expect(await ask({ tool: 'read_file' })).toHaveLength(10);
    files.record(entry({ time: 99_000 }));
    expect((await ask({ tool: 'read_file' })).at(-1)?.time).toBe('1970-01-01T00:01:39.000Z');
  });

  test('skips incomplete lines and invalid records', async () => {
    const { mail } = writeTwo();
    const log = readdirSync(folder).find((name) => name.startsWith(mail.session) && name.endsWith('.jsonl'));
    appendFileSync(join(folder, log as string), 'not a record\n{"v":1,"kind":"decision","time":"');
    expect(await ask({ server: 'mail', kind: 'decision' })).toHaveLength(10);
  });

  const forged = { v: 1, seq: 99, session: 's', server: 'mail', time: '1970-01-01T00:00:00.000Z' };
  for (const [name, line] of Object.entries({
    'a time that is none': { ...forged, time: 'x', kind: 'decision' },
    'no time': { ...forged, time: undefined, kind: 'decision' },
    'a server that is no name': { ...forged, server: { a: 1 }, kind: 'decision' },
    'a tool that is no name': { ...forged, tool: ['x'], kind: 'decision' },
    'no number': { ...forged, seq: 'x', kind: 'decision' },
  })) {
    test(`an untrusted line with ${name} does not affect other records`, async () => {
      const { mail } = writeTwo();
      const log = readdirSync(folder).find((file) => file.startsWith(mail.session) && file.endsWith('l'));
      appendFileSync(join(folder, log as string), `${JSON.stringify(line)}\n`);
      for (let time = 0; time < 2; time++)
        expect(await ask({ server: 'mail', kind: 'decision', since: 1 })).toHaveLength(10);
    });
  }

  for (const damage of ['', 'x', '\u0010\u0000\u0000\u0000{"v":1}']) {
    test(`is rebuilt when it is damaged: ${JSON.stringify(damage)}`, async () => {
      writeTwo();
      await ask({});
      for (const name of readdirSync(join(folder, '.index')))
        writeFileSync(join(folder, '.index', name), damage);
      expect(await ask({ kind: 'decision' })).toHaveLength(20);
    });
  }

  test('is rebuilt for another log with the same name', async () => {
    const { mail } = writeTwo();
    await ask({});
    const log = join(
      folder,
      readdirSync(folder).find((name) => name.startsWith(mail.session) && name.endsWith('.jsonl')) as string,
    );
    truncateSync(log, 0);
    expect(await ask({ server: 'mail' })).toHaveLength(0);
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'is stored elsewhere if the folder is not writable',
    async () => {
      writeTwo();
      chmodSync(folder, 0o500);
      expect(await ask({ kind: 'decision' })).toHaveLength(20);
      chmodSync(folder, 0o700);
    },
  );
});

describe('entries with the name of a log that are not regular files are not read', () => {
  const name = '20990101T000000.000Z-1-abcd.0001.jsonl';
  const strangers: { what: string; lay: (path: string) => void }[] = [
    { what: 'a folder', lay: (path) => mkdirSync(path) },
    { what: 'a link that leads nowhere', lay: (path) => symlinkSync('nowhere', path) },
    { what: 'a link to something without an end', lay: (path) => symlinkSync('/dev/zero', path) },
    { what: 'a pipe', lay: (path) => execFileSync('mkfifo', [path]) },
  ];
  for (const { what, lay } of strangers) {
    test.skipIf(process.platform === 'win32')(what, async () => {
      for (const log of Object.values(writeTwo())) log.close();
      lay(join(folder, name));
      expect(await ask({ kind: 'decision' })).toHaveLength(20);
      const shown: string[] = [];
      for await (const line of tailAudit(folder, {}, { lines: 3, follow: false })) shown.push(line);
      expect(shown).toHaveLength(3);
      expect(await runningSessions(folder)).toEqual([]);
      expect(await verifyAudit(folder)).toMatchObject({ ok: false });
    });
  }
});

test('statistics add up decisions by name', async () => {
  const { files } = writeTwo();
  files.record(entry({ kind: 'reply', time: 1, tool: '__proto__', rule: 'default' }));
  files.record(entry({ kind: 'reply', time: 1, tool: '__proto__', rule: 'responses.secrets' }));
  files.record(entry({ time: 1, tool: '__proto__' }));
  files.note('approval', { rule: 'asked_about' });
  const { tools, rules, decisions, servers, kinds } = await auditStats(folder);
  expect({ ...rules }).toEqual({ no_mail: 10, projects: 11, 'responses.secrets': 1 });
  expect({ ...decisions }).toEqual({ allow: 16, deny: 5 });
  expect(Object.entries(tools)).toContainEqual(['__proto__', 1]);
  expect(Object.keys(servers)).toEqual(['files', 'mail']);
  expect(kinds['reply']).toBe(2);
});

test('a tail returns the last records, then each new record of any session once', async () => {
  const { files } = writeTwo();
  const end = new AbortController();
  const tail = tailAudit(folder, { kind: 'decision' }, { lines: 2, signal: end.signal });
  const next = async () => JSON.parse((await tail.next()).value as string) as AuditRecord;
  expect([(await next()).tool, (await next()).tool]).toEqual(['read_file', 'send']);
  const third = next();
  files.record(entry({ tool: 'later' }));
  expect((await third).tool).toBe('later');
  const fourth = next();
  openAuditLog({ folder, server: 'new' }).record(entry({ tool: 'elsewhere' }));
  expect((await fourth).tool).toBe('elsewhere');
  const last = tail.next();
  end.abort();
  expect((await last).done).toBe(true);
});

test('a tail of new records only reads no old records and needs no index', async () => {
  const { files } = writeTwo();
  const end = new AbortController();
  const tail = tailAudit(folder, { kind: 'decision' }, { lines: 0, signal: end.signal });
  const first = tail.next();
  // Records that were written before the first read count as old records.
  const writing = setInterval(() => files.record(entry({ tool: 'now' })), 5);
  try {
    expect(JSON.parse((await first).value as string).tool).toBe('now');
  } finally {
    clearInterval(writing);
  }
  end.abort();
  await tail.return(undefined);
  expect(existsSync(join(folder, '.index'))).toBe(false);
});

test('readers work while a writer rotates its files', async () => {
  const log = openAuditLog({ folder, server: 'files', maxSize: 12_000, keep: 2 });
  const end = new AbortController();
  const tail = tailAudit(folder, { tool: 'busy' }, { lines: 0, signal: end.signal });
  const writing = setInterval(() => log.record(entry({ tool: 'busy' })), 1);
  try {
    for (let round = 0; round < 60; round++) {
      await ask({ tool: 'busy' });
      const { sessions } = await verifyAudit(folder);
      expect(sessions.flatMap(({ problems }) => problems)).toEqual([]);
    }
    expect((await tail.next()).value).toContain('"tool":"busy"');
  } finally {
    clearInterval(writing);
    end.abort();
  }
  await tail.return(undefined);
});

describe('export', () => {
  const all = async (name: Parameters<typeof exportAudit>[1], filter: AuditFilter = {}) => {
    let text = '';
    for await (const piece of exportAudit(folder, name, filter)) text += piece;
    return text;
  };

  test('JSON lines are the lines of the log', async () => {
    writeTwo();
    expect((await all('jsonl', { tool: 'send' })).trimEnd().split('\n')).toHaveLength(10);
  });

  test('CSV quotes values where necessary and contains no formula', async () => {
    const { files } = writeTwo();
    files.record(entry({ time: 5, tool: '=HYPERLINK("x")', reason: 'a, "b"\nc' }));
    const text = await all('csv', { until: 100 });
    expect(text.split('\r\n')[1]).toContain(`,"'=HYPERLINK(""x"")",allow,projects,"a, ""b""\nc",`);
  });

  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', ' =', '"=']) {
    test(`CSV contains no formula that starts with ${JSON.stringify(start)}`, async () => {
      const { files } = writeTwo();
      files.record(entry({ time: 5, tool: `${start}1` }));
      const [, line = ''] = (await all('csv', { until: 100 })).split('\r\n');
      expect(line).toMatch(/,client-to-server,tools\/call,"?'/);
    });
  }

  test('CSV contains no cursor movement and no reversed text', async () => {
    const { files } = writeTwo();
    files.record(entry({ time: 5, tool: 'a\u001b[2J\u009b\u202e\u0000b' }));
    expect(await all('csv', { until: 100 })).toContain(',a\\u001b[2J\\u009b\\u202e\\u0000b,');
  });

  test('SARIF contains the denied messages', async () => {
    writeTwo();
    const document = JSON.parse(await all('sarif'));
    expect(document.version).toBe('2.1.0');
    expect(document.runs[0].results).toHaveLength(5);
    expect(document.runs[0].results[0]).toMatchObject({ ruleId: 'no_mail', level: 'error' });
    expect(JSON.parse(await all('sarif', { tool: 'nothing' })).runs[0].results).toEqual([]);
  });

  test('OCSF contains one event for each decision', async () => {
    writeTwo();
    const events = (await all('ocsf', { decision: 'deny' }))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toHaveLength(5);
    expect(events[0]).toMatchObject({
      class_uid: 6003,
      type_uid: 600_399,
      action_id: 2,
      disposition_id: 2,
      api: { operation: 'send' },
    });
  });
});
