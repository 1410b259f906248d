import { cancelledId, parseMessage, type ResponseMessage } from '@claw/jsonrpc-stream';
import { expect, test } from 'vitest';
import { MessageTexts } from '../text/message-texts.js';
import { clientName, startedTaskId, taskIdOf } from './message-fields.js';

const parse = (message: object) =>
  parseMessage(new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', ...message })), {
    sender: 'server',
  });
const initialize = (params: unknown) => parse({ id: 1, method: 'initialize', params }) as ResponseMessage;
const begun = (body: object) => {
  const message = parse({ id: 1, ...body }) as ResponseMessage;
  return startedTaskId({ message, texts: new MessageTexts(message) } as Parameters<typeof startedTaskId>[0]);
};

test('the name of the client', () => {
  expect(clientName(initialize({ clientInfo: { name: 'editor', version: '1' } }))).toBe('editor');
  for (const odd of [undefined, {}, { clientInfo: 'editor' }, { clientInfo: { name: 7 } }])
    expect(clientName(initialize(odd))).toBeUndefined();
});

test('the cancelled request', () => {
  const cancelled = (params: unknown) =>
    cancelledId(parse({ method: 'notifications/cancelled', params }) as ResponseMessage);
  expect(cancelled({ requestId: 7 })?.key).toBe(7);
  expect(cancelled({ requestId: '7' })?.key).toBe('7');
  for (const odd of [undefined, {}, { requestId: null }, { requestId: [7] }])
    expect(cancelled(odd)).toBeUndefined();
});

const RELATED = 'io.modelcontextprotocol/related-task';
const tasks: readonly (readonly [
  method: string,
  params: Record<string, unknown>,
  task: string | undefined,
])[] = [
  ['tasks/result', { taskId: 't' }, 't'],
  ['tasks/get', { taskId: 't', _meta: { [RELATED]: { taskId: 'other' } } }, 't'],
  ['notifications/tasks', { taskId: 't' }, 't'],
  ['notifications/tasks/status', { taskId: 't' }, 't'],
  ['notifications/progress', { _meta: { [RELATED]: { taskId: 't' } } }, 't'],
  ['tools/call', { taskId: 't' }, undefined],
  ['tasks/get', { taskId: 7 }, undefined],
  ['notifications/message', { _meta: { [RELATED]: 't' } }, undefined],
];
for (const [method, params, task] of tasks)
  test(`the task of ${method} ${JSON.stringify(params)}`, () => expect(taskIdOf(method, params)).toBe(task));

test('the id of the task that a call started, in old and new protocol versions', () => {
  expect(begun({ result: { task: { taskId: 'a' } } })).toBe('a');
  expect(begun({ result: { resultType: 'task', taskId: 'b' } })).toBe('b');
  expect(begun({ result: { content: [] } })).toBeUndefined();
  expect(begun({ result: 'taskId' })).toBeUndefined();
  expect(begun({ error: { code: 1, message: 'm', data: { taskId: 'c' } } })).toBeUndefined();
});
