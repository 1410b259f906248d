// Tests that results that start or list tasks are recognized even if their names contain escaped characters.

import { type Message, parseMessage } from '@claw/jsonrpc-stream';
import { expect, test } from 'vitest';
import { mentionsTasks } from './task-owners.js';

const cases: [name: string, result: string, expected: boolean][] = [
  ['a task', '{"task":{"taskId":"t"}}', true],
  ['an id', '{"taskId":"t","status":"working"}', true],
  ['a list', '{"tasks":[]}', true],
  ['a partly escaped name', '{"\\u0074asks":[]}', true],
  ['a completely escaped name', '{"\\u0074\\u0061\\u0073\\u006b\\u0073":[]}', true],
  ['text that mentions a task', '{"content":[{"type":"text","text":"the task is done"}]}', false],
  ['a task inside other data', '{"structuredContent":{"task":1}}', false],
  ['another result', '{"content":[]}', false],
];
for (const [name, result, expected] of cases)
  test(name, () => {
    const bytes = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
    expect(mentionsTasks(parseMessage(bytes, { sender: 'server' }) as Message)).toBe(expected);
  });
