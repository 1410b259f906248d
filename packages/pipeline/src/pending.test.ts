import { MessageId } from '@claw/jsonrpc-stream';
import { classifyMethod } from '@claw/policy';
import { expect, test } from 'vitest';
import { Pending } from './pending.js';
import type { Asked } from './types.js';

const asked = (tool: string): Asked => ({
  method: 'tools/call',
  tool,
  info: classifyMethod('tools/call'),
  params: {},
  effects: 0,
  seq: undefined,
  ticks: 0,
});

test('an answer finds its call in the other direction only, and only once', () => {
  const pending = new Pending();
  pending.add('client-to-server', MessageId.of(1), asked('a'));
  pending.add('server-to-client', MessageId.of(1), asked('b'));
  expect(pending.take('server-to-client', MessageId.of(1))?.tool).toBe('a');
  expect(pending.take('server-to-client', MessageId.of(1))).toBeUndefined();
  expect(pending.take('client-to-server', MessageId.of(1))?.tool).toBe('b');
});

test('an answer that spells a number as a string finds its call, and closes it', () => {
  const pending = new Pending();
  pending.add('client-to-server', MessageId.of(7), asked('a'));
  expect(pending.take('server-to-client', MessageId.of('7'))?.tool).toBe('a');
  expect(pending.take('server-to-client', MessageId.of(7))).toBeUndefined();
});

test('a call that is off has no answer', () => {
  const pending = new Pending();
  pending.add('client-to-server', MessageId.of('x'), asked('a'));
  pending.forget('client-to-server', MessageId.of('x'));
  expect(pending.take('server-to-client', MessageId.of('x'))).toBeUndefined();
});

test('tasks are kept apart by direction, and the oldest of too many is forgotten', () => {
  const pending = new Pending();
  pending.addTask('client-to-server', 't', asked('mine'));
  expect(pending.task('server-to-client', 't')).toBeUndefined();
  for (let index = 0; index < 4096; index += 1)
    pending.addTask('client-to-server', `t${index}`, asked('flood'));
  expect(pending.task('client-to-server', 't')).toBeUndefined();
  expect(pending.task('client-to-server', 't4095')?.tool).toBe('flood');
});
