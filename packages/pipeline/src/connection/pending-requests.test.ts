import { MessageId } from '@claw/jsonrpc-stream';
import { classifyMethod } from '@claw/policy';
import { expect, test } from 'vitest';
import type { SentRequest } from '../types.js';
import { PendingRequests } from './pending-requests.js';

const asked = (tool: string): SentRequest => ({
  method: 'tools/call',
  tool,
  info: classifyMethod('tools/call'),
  params: {},
  effects: 0,
  seq: undefined,
  ticks: 0,
});
const id = MessageId.of;
const UP = 'client-to-server';
const DOWN = 'server-to-client';

test('a response is matched once, to the call in the other direction', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(1), asked('up'));
  pending.add(DOWN, id(1), asked('down'));
  expect(pending.take(DOWN, id(1))?.tool).toBe('up');
  expect(pending.take(DOWN, id(1))).toBeUndefined();
  expect(pending.take(UP, id(1))?.tool).toBe('down');
});

test('a response may spell a number id as a string; the call is then no longer pending under either spelling', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(7), asked('a'));
  expect(pending.take(DOWN, id('7'))?.tool).toBe('a');
  expect(pending.take(DOWN, id(7))).toBeUndefined();
});

test('a string id and an equal number id can be pending as two calls at the same time', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(7), asked('number'));
  pending.add(UP, id('7'), asked('text'));
  expect(pending.take(DOWN, id('7'))?.tool).toBe('text');
  expect(pending.take(DOWN, id(7))?.tool).toBe('number');
});

test('a response to a removed call is not matched', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(1), asked('a'));
  pending.forget(UP, id(1));
  expect(pending.take(DOWN, id(1))).toBeUndefined();
});

test('a call is stored until its response arrives, however many other calls are pending', () => {
  const pending = new PendingRequests();
  pending.add(UP, id('first'), asked('first'));
  for (let count = 0; count < 5000; count += 1) {
    pending.add(UP, id(count), asked('other'));
    pending.take(DOWN, id(count));
  }
  expect(pending.take(DOWN, id('first'))?.tool).toBe('first');
});

test('a task has a direction and belongs to no call if two calls started it; the oldest tasks are removed', () => {
  const pending = new PendingRequests();
  pending.addTask(UP, 't', asked('old'));
  expect(pending.task(UP, 't')?.tool).toBe('old');
  pending.addTask(UP, 't', asked('new'));
  expect(pending.task(UP, 't')).toBeUndefined();
  expect(pending.task(DOWN, 't')).toBeUndefined();
  for (let count = 0; count < 4096; count += 1) pending.addTask(UP, `n${count}`, asked('n'));
  expect(pending.task(UP, 't')).toBeUndefined();
  expect(pending.task(UP, 'n0')?.tool).toBe('n');
});
