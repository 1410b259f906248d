// Rewrites the arguments or the result of a message; all other bytes stay the same.

import {
  findValues,
  isRecord,
  type JsonPath,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
  spliceMessage,
} from '@claw/jsonrpc-stream';
import { toEdits } from '../redaction/edits.js';
import { MessageTexts } from '../text/message-texts.js';
import type { Call, Replacement, Reply, ServerNotification } from '../types.js';

/** Returns the message of a `tools/call` with other arguments. */
export function withArguments(
  { message, tool }: Call,
  args: Readonly<Record<string, unknown>>,
): RequestMessage | NotificationMessage {
  if (tool === undefined) throw new Error('only the arguments of a `tools/call` can be changed');
  if (message.batched) throw new Error('the arguments of a call inside a batch cannot be changed');
  const [present] = findValues(message.bytes, ['params', 'arguments']);
  const text = JSON.stringify(args);
  if (present !== undefined)
    return spliceMessage(message, [{ ...present, text }], { sender: 'client' }) as typeof message;
  const [params] = findValues(message.bytes, ['params']);
  const start = (params?.start ?? 0) + 1;
  // `params` contains at least the name of the tool, so the inserted member needs a comma.
  const added = { start, end: start, text: `"arguments":${text},` };
  return spliceMessage(message, [added], { sender: 'client' }) as typeof message;
}

/** Returns a response or notification with the replacements applied. */
export function withReplacements<Subject extends Reply | ServerNotification>(
  subject: Subject,
  replacements: readonly Replacement[],
): Subject {
  if (replacements.length === 0) return subject;
  const { message, texts } = subject;
  return inOtherWords(subject, spliceMessage(message, toEdits(texts, replacements), { sender: 'server' }));
}

/** Returns the result in a response, in the state of a task, or in a notification about a task. */
export function findResult(
  subject: Reply | ServerNotification,
): { readonly path: JsonPath; readonly value: unknown } | undefined {
  const { message } = subject;
  const value = message.value as Readonly<Record<string, unknown>>;
  if (message.kind === 'response') {
    if (message.failed) return undefined;
    const isTask = 'request' in subject && subject.request?.method === 'tasks/get';
    return isTask ? inside('result', value['result']) : { path: ['result'], value: value['result'] };
  }
  return inside('params', value['params']);
}

const inside = (member: string, holder: unknown) =>
  isRecord(holder) && holder['result'] !== undefined
    ? { path: [member, 'result'], value: holder['result'] }
    : undefined;

/** Returns the same message with another result. */
export function withResult<Subject extends Reply | ServerNotification>(
  subject: Subject,
  path: JsonPath,
  result: Readonly<Record<string, unknown>>,
): Subject {
  const { message } = subject;
  const places = findValues(message.bytes, path);
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error('the message contains the result more than once');
  const edit = { ...place, text: JSON.stringify(result) };
  return inOtherWords(subject, spliceMessage(message, [edit], { sender: 'server' }));
}

const inOtherWords = <Subject extends Reply | ServerNotification>(
  subject: Subject,
  message: ReturnType<typeof spliceMessage>,
): Subject => ({
  ...subject,
  message: message as ResponseMessage & NotificationMessage,
  texts: new MessageTexts(message),
});
