// Tests that invalid input is rejected before it is evaluated, and that the error names the field and the accepted
// values.

import { expect, test } from 'vitest';
import { Bench } from './bench.js';

const intent = { description: 'a test', action_type: 'file_read', target: '/project/a' };
const wish = { resource: '/project/a', operation: 'read', justification: 'a test' };
const report = { description: 'a test', action_type: 'file_read', target: '/project/a', result: 'success' };

const cases: readonly { name: string; tool: string; input: unknown; says: RegExp; data?: object }[] = [
  {
    name: 'an unknown kind of action',
    tool: 'checkIntent',
    input: { ...intent, action_type: 'file_raed' },
    says: /^`action_type` is `file_raed`; use file_read, /,
    data: { field: 'action_type', accepted: expect.arrayContaining(['other']) },
  },
  {
    name: 'the name of a built-in property as the action',
    tool: 'checkIntent',
    input: { ...intent, action_type: 'constructor' },
    says: /^`action_type` is `constructor`; use/,
  },
  {
    name: 'a missing field',
    tool: 'checkIntent',
    input: { description: 'a', action_type: 'other' },
    says: /^`target` is missing; give a text$/,
    data: { field: 'target' },
  },
  {
    name: 'a missing kind of action',
    tool: 'checkIntent',
    input: { description: 'a', target: 'b' },
    says: /^`action_type` is missing; use file_read/,
  },
  { name: 'no arguments', tool: 'checkIntent', input: undefined, says: /is missing/ },
  {
    name: 'a list of targets',
    tool: 'checkIntent',
    input: { ...intent, target: ['/a', '/b'] },
    says: /^`target` is a list; give a text$/,
  },
  {
    name: 'a number instead of a text',
    tool: 'checkIntent',
    input: { ...intent, target: 7 },
    says: /^`target` is a number; give a text$/,
  },
  {
    name: 'null',
    tool: 'checkIntent',
    input: { ...intent, reason: null },
    says: /^`reason` is null; give a text$/,
  },
  {
    name: 'an empty target',
    tool: 'checkIntent',
    input: { ...intent, target: '' },
    says: /^`target` is empty$/,
  },
  {
    name: 'a description that is too long',
    tool: 'checkIntent',
    input: { ...intent, description: 'x'.repeat(1_000_000) },
    says: /^`description` has 1000000 characters; at most 4096 are accepted$/,
  },
  {
    name: 'a target that is too long',
    tool: 'checkIntent',
    input: { ...intent, target: 'x'.repeat(70_000) },
    says: /^`target` has 70000 characters/,
  },
  {
    name: 'a resource that is too long to read',
    tool: 'requestPermission',
    input: { ...wish, resource: 'x'.repeat(5000) },
    says: /^`resource` has 5000 characters; at most 4096 are accepted$/,
  },
  {
    name: 'arguments that are a list',
    tool: 'checkIntent',
    input: [],
    says: /^`arguments` is a list; give an object$/,
  },
  {
    name: 'an unknown operation',
    tool: 'requestPermission',
    input: { ...wish, operation: 'chmod' },
    says: /^`operation` is `chmod`; use read, write, execute, delete, connect$/,
  },
  {
    name: 'a wildcard',
    tool: 'requestPermission',
    input: { ...wish, resource: '/project/*' },
    says: /^`resource` contains a wildcard/,
    data: { field: 'resource' },
  },
  {
    name: 'a wildcard for a single character',
    tool: 'requestPermission',
    input: { ...wish, resource: '/project/?.txt' },
    says: /^`resource` contains a wildcard/,
  },
  {
    name: 'a host with a wildcard',
    tool: 'requestPermission',
    input: { ...wish, operation: 'connect', resource: 'https://*.example.com/' },
    says: /^`resource` contains a wildcard/,
  },
  {
    name: 'a timeout that is too long',
    tool: 'requestPermission',
    input: { ...wish, timeout_seconds: 100_000 },
    says: /^`timeout_seconds` is 100000; use 1 to 300 seconds$/,
  },
  {
    name: 'a negative timeout',
    tool: 'requestPermission',
    input: { ...wish, timeout_seconds: -1 },
    says: /^`timeout_seconds` is -1; use 1 to 300/,
  },
  {
    name: 'a timeout of half a second',
    tool: 'requestPermission',
    input: { ...wish, timeout_seconds: 0.5 },
    says: /^`timeout_seconds` /,
  },
  {
    name: 'an unknown result',
    tool: 'reportAction',
    input: { ...report, result: 'done' },
    says: /^`result` is `done`; use success, failure, partial$/,
  },
  {
    name: 'details that are a string',
    tool: 'reportAction',
    input: { ...report, details: 'all' },
    says: /^`details` is `all`; give an object$/,
  },
  {
    name: 'details that are too long',
    tool: 'reportAction',
    input: { ...report, details: { a: 'x'.repeat(20_000) } },
    says: /^`details` has more than 16384 characters/,
  },
  {
    name: 'an unknown tool',
    tool: 'checkintent',
    input: intent,
    says: /^unknown tool `checkintent`; use checkIntent, /,
  },
  {
    name: 'a tool whose name contains control characters',
    tool: '\u001b[2Jcheck',
    input: intent,
    says: /^unknown tool `\\u\{1b\}\[2Jcheck`/,
  },
  {
    name: 'a kind with control characters that is truncated inside a character',
    tool: 'checkIntent',
    input: { ...intent, action_type: `\u001b[2J${'x'.repeat(35)}🦞` },
    says: /^`action_type` is `\\u\{1b\}\[2Jx+\\u\{d83e\}…`; use file_read/,
  },
];
for (const { name, tool, input, says, data = {} } of cases)
  test(`${tool} rejects ${name}`, async () => {
    const bench = await Bench.open('default = "allow"');
    const answer = await bench.call(tool, input);
    expect(answer).toMatchObject({ error: { code: -32602, data } });
    expect('error' in answer && answer.error.message).toMatch(says);
    expect([bench.entries, bench.reports, bench.asked]).toEqual([[], [], []]);
  });

test('unknown fields are ignored', async () => {
  const bench = await Bench.open('default = "allow"');
  expect(await bench.answer('checkIntent', { ...intent, priority: 1 })).toMatchObject({ allowed: true });
});
