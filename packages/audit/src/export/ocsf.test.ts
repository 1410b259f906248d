// Checks that the OCSF export conforms to OCSF 1.3, class API Activity with the profile `security_control`: required
// attributes, numbers and captions, and objects that need at least one of several members. The tables are taken from
// the published schema.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAudit, openAuditLog } from '../index.js';

type Json = Readonly<Record<string, unknown>>;

/** Required attributes and their types. */
const required: Readonly<Record<string, 'integer' | 'string' | 'object'>> = {
  activity_id: 'integer',
  category_uid: 'integer',
  class_uid: 'integer',
  type_uid: 'integer',
  time: 'integer',
  severity_id: 'integer',
  metadata: 'object',
  'metadata.version': 'string',
  'metadata.product': 'object',
  'metadata.product.vendor_name': 'string',
  actor: 'object',
  api: 'object',
  'api.operation': 'string',
  src_endpoint: 'object',
};

/** Optional attributes. Attributes that the schema does not define for the class would be invalid. */
const optional = [
  'activity_name',
  'category_name',
  'class_name',
  'type_name',
  'message',
  'action',
  'action_id',
  'disposition',
  'disposition_id',
  'severity',
  'status',
  'status_id',
  'status_detail',
  'actor.user',
  'actor.user.name',
  'actor.app_name',
  'api.service',
  'api.service.name',
  'src_endpoint.name',
  'dst_endpoint',
  'dst_endpoint.name',
  'firewall_rule',
  'firewall_rule.name',
  'metadata.product.name',
  'metadata.profiles',
  'metadata.uid',
  'metadata.sequence',
  'metadata.correlation_uid',
  'unmapped',
];

/** The captions of numbers. */
const captions: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  category_uid: { 6: 'Application Activity' },
  class_uid: { 6003: 'API Activity' },
  type_uid: { 600399: 'API Activity: Other' },
  severity_id: {
    0: 'Unknown',
    1: 'Informational',
    2: 'Low',
    3: 'Medium',
    4: 'High',
    5: 'Critical',
    6: 'Fatal',
  },
  status_id: { 0: 'Unknown', 1: 'Success', 2: 'Failure' },
  // In this place, the schema does not allow `Other`.
  action_id: { 0: 'Unknown', 1: 'Allowed', 2: 'Denied' },
  disposition_id: {
    0: 'Unknown',
    1: 'Allowed',
    2: 'Blocked',
    3: 'Quarantined',
    4: 'Isolated',
    5: 'Deleted',
    6: 'Dropped',
    7: 'Custom Action',
    8: 'Approved',
    14: 'Delayed',
    15: 'Detected',
    16: 'No Action',
    17: 'Logged',
    19: 'Alert',
  },
};
const captionOf = (name: string) => name.replace(/_uid$/, '_name').replace(/_id$/, '');

/** The members of which an object must have at least one. */
const oneOf: Readonly<Record<string, readonly string[]>> = {
  actor: ['process', 'user', 'session', 'app_name', 'app_uid'],
  'actor.user': ['account', 'name', 'uid'],
  'api.service': ['name', 'uid'],
  src_endpoint: ['ip', 'uid', 'name', 'hostname', 'svc_name', 'instance_uid', 'interface_uid'],
  dst_endpoint: ['ip', 'uid', 'name', 'hostname', 'svc_name', 'instance_uid', 'interface_uid'],
  firewall_rule: ['name', 'uid'],
};

const at = (event: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Json | undefined)?.[name], event);

const typeOf = (value: unknown) => (Number.isSafeInteger(value) ? 'integer' : typeof value);

/** Returns all paths of an event, except inside free-form objects. */
const pathsOf = (value: Json, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const isEntered = typeof member === 'object' && !Array.isArray(member) && path !== 'unmapped';
    return [path, ...(isEntered ? pathsOf(member as Json, `${path}.`) : [])];
  });

function problemsOf(event: Json): string[] {
  const problems: string[] = [];
  for (const [path, type] of Object.entries(required))
    if (typeOf(at(event, path)) !== type || at(event, path) === '') problems.push(`${path} is no ${type}`);
  for (const path of pathsOf(event))
    if (!(path in required) && !optional.includes(path)) problems.push(`${path} is not known`);
  for (const [name, known] of Object.entries(captions)) {
    const number = event[name];
    if (number === undefined) continue;
    if (known[number as number] === undefined || known[number as number] !== event[captionOf(name)])
      problems.push(`${name} ${number} is not called ${event[captionOf(name)]}`);
  }
  for (const [path, names] of Object.entries(oneOf)) {
    const value = at(event, path) as Json | undefined;
    if (value !== undefined && !names.some((name) => value[name] !== undefined && value[name] !== ''))
      problems.push(`${path} has none of ${names}`);
  }
  return problems;
}

const decisions = ['allow', 'log', 'prompt', 'deny'] as const;
const folder = mkdtempSync(join(tmpdir(), 'claw-ocsf-'));
beforeAll(() => {
  const log = openAuditLog({ folder, server: 'files' });
  for (const decision of decisions)
    for (const observed of [false, true])
      for (const kind of ['decision', 'reply'] as const)
        log.record({
          kind,
          time: Date.now(),
          direction: kind === 'reply' ? 'server-to-client' : 'client-to-server',
          id: '1',
          method: 'tools/call',
          tool: decision === 'log' ? undefined : 'read_file',
          client: decision === 'allow' ? undefined : 'editor',
          identity: decision === 'deny' ? 'anna' : undefined,
          decision,
          rule: 'r',
          reason: 'because',
          findings: [],
          trail: [],
          decideUs: 1,
          arguments: kind === 'decision' ? '{"text":"x"}' : undefined,
          callSeq: undefined,
          latencyUs: undefined,
          observed,
        });
  log.note('approval', { approval: 'a', state: 'approved' });
  log.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function exported(): Promise<Json[]> {
  let text = '';
  for await (const piece of exportAudit(folder, 'ocsf')) text += piece;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
}

test('every event has all required attributes and no unknown ones', async () => {
  const events = await exported();
  expect(events).toHaveLength(16);
  for (const event of events) expect(problemsOf(event)).toEqual([]);
});

test('the numbers of class, category, activity and type match; a custom activity has its own name', async () => {
  for (const event of await exported()) {
    const { class_uid: uid, category_uid: category, activity_id: activity, type_uid: type } = event;
    expect(category).toBe(Math.floor(Number(uid) / 1000));
    expect(type).toBe(Number(uid) * 100 + Number(activity));
    expect([activity, event['activity_name']]).toEqual([99, 'tools/call']);
  }
});

test('messages in observe mode are exported as allowed, whatever the decision', async () => {
  const outcomes = (await exported()).map((event) => [
    event['action'],
    event['disposition'],
    event['status'],
  ]);
  const each = (outcome: readonly string[]) => [outcome, outcome];
  expect(outcomes).toEqual([
    ...each(['Allowed', 'Allowed', 'Success']),
    ...each(['Allowed', 'Allowed', 'Success']),
    ...each(['Allowed', 'Logged', 'Success']),
    ...each(['Allowed', 'Logged', 'Success']),
    ...each(['Unknown', 'Delayed', 'Unknown']),
    ...each(['Allowed', 'Detected', 'Success']),
    ...each(['Denied', 'Blocked', 'Failure']),
    ...each(['Allowed', 'Detected', 'Success']),
  ]);
});

const wrong: { name: string; change: (event: Json) => Json; problem: string }[] = [
  { name: 'a missing time', change: ({ time: _, ...event }) => event, problem: 'time is no integer' },
  { name: 'an unknown member', change: (event) => ({ ...event, tool: 'x' }), problem: 'tool is not known' },
  {
    name: 'a wrong caption',
    change: (event) => ({ ...event, severity: 'Grave' }),
    problem: 'severity_id 1 is not called Grave',
  },
  { name: 'an empty actor', change: (event) => ({ ...event, actor: {} }), problem: 'actor has none of' },
];
for (const { name, change, problem } of wrong)
  test(`the check detects ${name}`, async () => {
    const [event = {}] = await exported();
    expect(problemsOf(change(event)).join()).toContain(problem);
  });
