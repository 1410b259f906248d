// What is exported keeps to the formats of others: the members that SARIF 2.1.0 (every object there is closed but for its
// property bag) and OCSF 1.3 (API Activity with the profile `security_control`) name and require.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditRecord, exportAudit, openAuditLog } from '../index.js';

type Check = (value: unknown, where: string) => string[];

const text: Check = (value, where) =>
  typeof value === 'string' && value !== '' ? [] : [`${where} is no text`];
const whole: Check = (value, where) => (Number.isSafeInteger(value) ? [] : [`${where} is no whole number`]);
const bag: Check = (value, where) => (isObject(value) ? [] : [`${where} is no object`]);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value, where) =>
    values.includes(value) ? [] : [`${where} is ${String(value)}`];
const listOf =
  (check: Check): Check =>
  (value, where) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => check(item, `${where}[${index}]`))
      : [`${where} is no list`];
/** A closed object: nothing but these members, and those that are required. */
const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, where) => {
    if (!isObject(value)) return [`${where} is no object`];
    const known: Readonly<Record<string, Check>> = { ...required, ...optional };
    const missing = Object.keys(required).filter((name) => value[name] === undefined);
    return [
      ...missing.map((name) => `${where}.${name} is missing`),
      ...Object.entries(value).flatMap(
        ([name, member]) => known[name]?.(member, `${where}.${name}`) ?? [`${where}.${name} is not known`],
      ),
    ];
  };
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const location = object({
  logicalLocations: listOf(object({ name: text, fullyQualifiedName: text, kind: text })),
});
const result = object(
  { ruleId: text, level: oneOf('none', 'note', 'warning', 'error'), message: object({ text }) },
  { locations: listOf(location), partialFingerprints: object({ 'record/v1': text }), properties: bag },
);
const driver = object(
  { name: text },
  { informationUri: text, version: text, rules: listOf(object({ id: text })) },
);
const sarifLog = object(
  {
    version: oneOf('2.1.0'),
    runs: listOf(object({ tool: object({ driver }) }, { results: listOf(result) })),
  },
  { $schema: text },
);

const ocsfEvent = object(
  {
    activity_id: oneOf(99),
    category_uid: oneOf(6),
    class_uid: oneOf(6003),
    type_uid: oneOf(600_399),
    time: whole,
    severity_id: oneOf(0, 1, 2, 3, 4, 5, 6, 99),
    actor: object({ user: object({ name: text }) }, { app_name: text }),
    api: object({ operation: text }, { service: object({ name: text }) }),
    src_endpoint: object({ name: text }),
    metadata: object(
      { version: oneOf('1.3.0'), product: object({ vendor_name: text }, { name: text }) },
      { profiles: listOf(text), uid: text, sequence: whole, correlation_uid: text },
    ),
  },
  {
    activity_name: text,
    category_name: oneOf('Application Activity'),
    class_name: oneOf('API Activity'),
    type_name: oneOf('API Activity: Other'),
    // The schema says of this one that `Other` is no option.
    action_id: oneOf(0, 1, 2),
    action: oneOf('Unknown', 'Allowed', 'Denied'),
    disposition_id: oneOf(1, 2, 14, 17),
    disposition: oneOf('Allowed', 'Blocked', 'Delayed', 'Logged'),
    severity: oneOf('Informational', 'Medium'),
    status: oneOf('Success', 'Failure'),
    status_id: oneOf(1, 2),
    status_detail: text,
    dst_endpoint: object({ name: text }),
    firewall_rule: object({ name: text }),
    unmapped: bag,
  },
);

const folder = mkdtempSync(join(tmpdir(), 'claw-export-'));
const finding = { kind: 'injection', detector: 'orders', severity: 'high', where: 'params.arguments.text' };
beforeAll(() => {
  const log = openAuditLog({ folder, server: 'files' });
  for (const decision of ['allow', 'log', 'prompt', 'deny'] as const) {
    for (const kind of ['decision', 'reply'] as const) {
      log.record({
        kind,
        time: 1000,
        direction: 'client-to-server',
        id: '1',
        method: 'tools/call',
        tool: decision === 'log' ? undefined : 'see [this](http://evil.test) {0}',
        client: decision === 'allow' ? undefined : 'client',
        identity: decision === 'deny' ? 'anna' : undefined,
        decision,
        rule: 'r',
        reason: 'because',
        findings: kind === 'reply' ? [finding] : [],
        trail: [],
        decideUs: 1,
        arguments: kind === 'decision' ? '{"text":"x"}' : undefined,
        callSeq: undefined,
        latencyUs: undefined,
        observed: false,
      });
    }
  }
  log.note('approval', { approval: 'a', state: 'approved' });
  log.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function exported(name: 'sarif' | 'ocsf'): Promise<string> {
  let whole = '';
  for await (const piece of exportAudit(folder, name)) whole += piece;
  return whole;
}

describe('SARIF', () => {
  test('has what the schema requires and nothing that it does not know', async () => {
    const document = JSON.parse(await exported('sarif'));
    expect(document.runs[0].results).toHaveLength(5);
    expect(sarifLog(document, 'log')).toEqual([]);
  });

  test('a name is neither a link nor a placeholder', async () => {
    const { runs } = JSON.parse(await exported('sarif'));
    const messages = runs[0].results.map(({ message }: { message: { text: string } }) => message.text);
    expect(messages).toContain('tools/call see \\[this\\](http://evil.test) {{0}}: because');
  });
});

test('OCSF has what the class requires and nothing that it does not know', async () => {
  const events = (await exported('ocsf')).trimEnd().split('\n');
  expect(events).toHaveLength(8);
  for (const event of events) expect(ocsfEvent(JSON.parse(event) as AuditRecord, 'event')).toEqual([]);
});
