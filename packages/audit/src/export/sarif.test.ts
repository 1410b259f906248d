// Checks that the SARIF export conforms to SARIF 2.1.0: all required members exist, and no member is unknown.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportAudit, openAuditLog } from '../index.js';

type Check = (value: unknown, where: string) => string[];

const text: Check = (value, where) =>
  typeof value === 'string' && value !== '' ? [] : [`${where} is no text`];
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
/** Checks an object that must have all required members and may have no others except the optional ones. */
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
const driver = object({ name: text }, { version: text, rules: listOf(object({ id: text })) });
const sarifLog = object(
  {
    version: oneOf('2.1.0'),
    runs: listOf(object({ tool: object({ driver }) }, { results: listOf(result) })),
  },
  { $schema: text },
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

async function exported(): Promise<string> {
  let whole = '';
  for await (const piece of exportAudit(folder, 'sarif')) whole += piece;
  return whole;
}

describe('SARIF', () => {
  test('has all required members and no unknown ones', async () => {
    const document = JSON.parse(await exported());
    expect(document.runs[0].results).toHaveLength(5);
    expect(sarifLog(document, 'log')).toEqual([]);
  });

  test('a name cannot create a link or a placeholder', async () => {
    const { runs } = JSON.parse(await exported());
    const messages = runs[0].results.map(({ message }: { message: { text: string } }) => message.text);
    expect(messages).toContain('tools/call see \\[this\\](http://evil.test) {{0}}: because');
  });
});
