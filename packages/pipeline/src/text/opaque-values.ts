// Strings that only programs read: what one side gives the other to be handed back as it is. Changing one breaks what it
// stands for, and no model is shown it. Only their exact places count; the same text anywhere else is text.

import { decodeString, type JsonPath, type Message, type StringSpan } from '@claw/jsonrpc-stream';

/** Whether a string of a message is such a handle, and is neither searched nor changed. */
export function isOpaqueValue(span: StringSpan, message: Message): boolean {
  if (span.isKey) return false;
  const [root, ...holder] = span.path;
  const name = holder.pop();
  if (root !== (message.kind === 'response' ? 'result' : 'params')) return false;
  if (name === 'requestState') return isRequestState(holder, message);
  if (name === 'nextCursor') return isCursor(holder, message) && isPlainToken(span, message);
  return name === 'taskId' && isTaskId(holder, message) && isPlainToken(span, message);
}

/** Calls that a client makes again with the state that the server gave it. */
const RETRIED = new Set<string | undefined>(['tools/call', 'prompts/get', 'resources/read']);

/** What a server keeps with the client between two rounds of a call. */
const isRequestState = ({ length }: JsonPath, { kind, method }: Message): boolean =>
  length === 0 && (kind === 'response' || RETRIED.has(method));

/** The next page of a list. */
const isCursor = ({ length }: JsonPath, { kind }: Message): boolean => length === 0 && kind === 'response';

/** The member of `_meta` that names the task which a message belongs to. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

export const isTaskMethod = (method: string): boolean =>
  method.startsWith('tasks/') || method.startsWith('notifications/tasks');

/** A task: one that began, is told of or asked about, is one of a list, or is what a message belongs to. */
function isTaskId(holder: JsonPath, { kind, method = '' }: Message): boolean {
  const [first, second] = holder;
  if (holder.length === 0) return kind === 'response' || isTaskMethod(method);
  if (holder.length === 1) return first === 'task' && kind === 'response';
  if (holder.length > 2) return false;
  return first === '_meta' ? second === RELATED_TASK : first === 'tasks' && typeof second === 'number';
}

/** Some clients tell a model of pages and tasks: prose in these places is read like all prose. */
const isPlainToken = (span: StringSpan, { bytes }: Message): boolean =>
  /^[!-~]*$/.test(decodeString(bytes, span));
