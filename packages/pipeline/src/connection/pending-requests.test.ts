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

test('a response belongs to the call of the other direction, once', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(1), asked('up'));
  pending.add(DOWN, id(1), asked('down'));
  expect(pending.take(DOWN, id(1))?.tool).toBe('up');
  expect(pending.take(DOWN, id(1))).toBeUndefined();
  expect(pending.take(UP, id(1))?.tool).toBe('down');
});

test('a response may spell the id as a string, and then both spellings are closed', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(7), asked('a'));
  expect(pending.take(DOWN, id('7'))?.tool).toBe('a');
  expect(pending.take(DOWN, id(7))).toBeUndefined();
});

test('a string and a number in use at once are two calls', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(7), asked('number'));
  pending.add(UP, id('7'), asked('text'));
  expect(pending.take(DOWN, id('7'))?.tool).toBe('text');
  expect(pending.take(DOWN, id(7))?.tool).toBe('number');
});

test('a removed call gets no response', () => {
  const pending = new PendingRequests();
  pending.add(UP, id(1), asked('a'));
  pending.forget(UP, id(1));
  expect(pending.take(DOWN, id(1))).toBeUndefined();
});

test('a call stays until its response, whatever the number of others', () => {
  const pending = new PendingRequests();
  pending.add(UP, id('first'), asked('first'));
  for (let count = 0; count < 5000; count += 1) {
    pending.add(UP, id(count), asked('other'));
    pending.take(DOWN, id(count));
  }
  expect(pending.take(DOWN, id('first'))?.tool).toBe('first');
});

test('tasks have a direction, belong to no call if two claim one, and the oldest are removed', () => {
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
