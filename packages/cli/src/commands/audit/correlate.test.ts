// Tests which reports match which calls, and which entries remain unmatched.

import type { AuditRecord } from '@claw/audit';
import { expect, test } from 'vitest';
import { findUncorrelated } from './correlate.js';
import { createDescribeAction } from './resources.js';

const start = Date.UTC(2026, 0, 1);
let seq = 0;
const record = (second: number, members: object): Partial<AuditRecord> => ({
  seq: ++seq,
  time: new Date(start + second * 1000).toISOString(),
  ...members,
});
const call = (second: number, tool: string, args: object, more: object = {}) =>
  record(second, {
    kind: 'decision',
    server: 'files',
    direction: 'client-to-server',
    id: 1,
    method: 'tools/call',
    tool,
    decision: 'allow',
    arguments: args,
    ...more,
  });
const read = (second: number, uri: string) =>
  call(second, '', { uri }, { method: 'resources/read', tool: undefined });
const report = (second: number, tool: string, target: string) =>
  record(second, { kind: 'report', server: 'clawdefender', tool, arguments: { target, description: 'd' } });

async function leftOver(records: readonly Partial<AuditRecord>[]): Promise<number[]> {
  async function* lines() {
    for (const one of records) yield JSON.stringify(one);
  }
  const found: number[] = [];
  for await (const { record: one } of findUncorrelated(lines(), await createDescribeAction()))
    found.push(records.findIndex(({ seq: number }) => number === one.seq));
  return found;
}

const cases: readonly { name: string; records: readonly Partial<AuditRecord>[]; left: readonly number[] }[] =
  [
    {
      name: 'a report and its call',
      records: [call(0, 'read_file', { path: '/a/b' }), report(1, 'file_read', '/a/b')],
      left: [],
    },
    {
      name: 'a change to the kill switch',
      records: [
        record(0, { kind: 'report', server: 'clawdefender', reason: 'turn the kill switch on, by `root`' }),
      ],
      left: [],
    },
    {
      name: 'a report with another notation of the path',
      records: [call(0, 'read_file', { path: '/a/./c/../b' }), report(1, 'file_read', '/a/b')],
      left: [],
    },
    {
      name: 'a report with a file URI',
      records: [read(0, 'file:///a/b'), report(1, 'file_read', '/a/b')],
      left: [],
    },
    {
      name: 'a report about a resource',
      records: [read(0, 'docs://a'), report(1, 'resource_access', 'docs://a')],
      left: [],
    },
    {
      name: 'a report about a command',
      records: [call(0, 'bash', { command: 'make test' }), report(1, 'shell_execute', 'make test')],
      left: [],
    },
    {
      name: 'a report about a network request',
      records: [
        call(0, 'fetch', { url: 'https://example.com/a' }),
        report(1, 'network_request', 'https://example.com/a'),
      ],
      left: [],
    },
    {
      name: 'a report about one of the paths of a call',
      records: [call(0, 'read_many', { paths: ['/a', '/b'] }), report(1, 'file_read', '/b')],
      left: [],
    },
    {
      name: 'another action, matched by its tool',
      records: [call(0, 'get_time', {}), report(1, 'other', 'get_time')],
      left: [],
    },
    {
      name: 'another action, matched by its arguments',
      records: [call(0, 'paint', { colour: 'blue' }), report(1, 'other', 'blue')],
      left: [],
    },
    {
      name: 'a long command, of which the report contains the beginning',
      records: [
        call(0, 'run', { command: `cat <<end\n${'x'.repeat(3000)}\nend` }),
        report(1, 'shell_execute', `cat <<end\n${'x'.repeat(1014)}… (1990 more characters)`),
      ],
      left: [],
    },
    {
      name: 'a long command that differs from the call',
      records: [
        call(0, 'run', { command: `echo ${'x'.repeat(3000)}` }),
        report(1, 'shell_execute', `echo ${'y'.repeat(1019)}… (1981 more characters)`),
      ],
      left: [0, 1],
    },
    {
      name: 'a report that is logged before its call',
      records: [report(0, 'file_read', '/a'), call(1, 'read_file', { path: '/a' })],
      left: [],
    },
    { name: 'a report without a call', records: [report(0, 'file_read', '/a')], left: [0] },
    { name: 'a call without a report', records: [call(0, 'read_file', { path: '/a' })], left: [0] },
    {
      name: 'a report about another file',
      records: [call(0, 'read_file', { path: '/a' }), report(1, 'file_read', '/b')],
      left: [0, 1],
    },
    {
      name: 'a report with another effect',
      records: [call(0, 'read_file', { path: '/a' }), report(1, 'file_delete', '/a')],
      left: [0, 1],
    },
    {
      name: 'a tool whose name is a kind of action',
      records: [call(0, 'file_read', { path: '/a' }), report(1, 'file_read', '/b')],
      left: [0, 1],
    },
    {
      name: 'two calls and one report of them',
      records: [
        call(0, 'read_file', { path: '/a' }),
        call(1, 'read_file', { path: '/a' }),
        report(2, 'file_read', '/a'),
      ],
      left: [1],
    },
    {
      name: 'one call and two reports of it',
      records: [
        call(0, 'read_file', { path: '/a' }),
        report(1, 'file_read', '/a'),
        report(2, 'file_read', '/a'),
      ],
      left: [2],
    },
    {
      name: 'a report of a call in the last hour',
      records: [call(0, 'read_file', { path: '/a' }), report(3500, 'file_read', '/a')],
      left: [],
    },
    {
      name: 'a report of a call that is too old',
      records: [call(0, 'read_file', { path: '/a' }), report(4000, 'file_read', '/a')],
      left: [0, 1],
    },
    {
      name: 'a denied call, which was not executed',
      records: [call(0, 'read_file', { path: '/a' }, { decision: 'deny' })],
      left: [],
    },
    {
      name: 'a denied call that was reported',
      records: [call(0, 'read_file', { path: '/a' }, { decision: 'deny' }), report(1, 'file_read', '/a')],
      left: [1],
    },
    {
      name: 'an intent, which was not executed',
      records: [call(0, 'file_read', { path: '/a' }, { server: 'clawdefender', id: undefined })],
      left: [],
    },
    {
      name: 'a server with the name of our server',
      records: [call(0, 'read_file', { path: '/a' }, { server: 'clawdefender' })],
      left: [0],
    },
    {
      name: 'a list request, which has no effect',
      records: [call(0, '', {}, { method: 'tools/list' })],
      left: [],
    },
    {
      name: 'a response',
      records: [call(0, 'read_file', { path: '/a' }, { kind: 'reply' })],
      left: [],
    },
  ];
for (const { name, records, left } of cases)
  test(`uncorrelated entries of ${name}: ${left.length}`, async () => {
    expect(await leftOver(records)).toEqual(left);
  });

test('the running time grows linearly with the number of calls', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) =>
    call(index / 100, 'read_file', { path: `/a/${index % 50}` }),
  );
  const reports = Array.from({ length: 5_000 }, (_, index) =>
    report(51 + index / 100, 'file_read', `/a/${index % 50}`),
  );
  expect(await leftOver([...many, ...reports])).toEqual([]);
});
