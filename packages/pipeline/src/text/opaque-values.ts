// Recognizes opaque values that one side sends and the other returns unchanged. A changed value would be invalid, and
// models do not see these values. They are recognized only at their exact position in a message.

import { decodeString, type JsonPath, type Message, type StringSpan } from '@claw/jsonrpc-stream';

/** Returns true if a string of a message is an opaque value, which is neither searched nor changed. */
export function isOpaqueValue(span: StringSpan, message: Message): boolean {
  if (span.isKey) return false;
  const [root, ...holder] = span.path;
  const name = holder.pop();
  if (root !== (message.kind === 'response' ? 'result' : 'params')) return false;
  if (name === 'requestState') return isRequestState(holder, message);
  if (name === 'nextCursor') return isCursor(holder, message) && isPlainToken(span, message);
  return name === 'taskId' && isTaskId(holder, message) && isPlainToken(span, message);
}

/** The calls that a client repeats with the state from the server. */
const RETRIED = new Set<string | undefined>(['tools/call', 'prompts/get', 'resources/read']);

/** Returns true for `requestState`, which a client keeps for the server between two rounds of a call. */
const isRequestState = ({ length }: JsonPath, { kind, method }: Message): boolean =>
  length === 0 && (kind === 'response' || RETRIED.has(method));

/** Returns true for the cursor of the next page of a list. */
const isCursor = ({ length }: JsonPath, { kind }: Message): boolean => length === 0 && kind === 'response';

/** The member of `_meta` that names the task of a message. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

export const isTaskMethod = (method: string): boolean =>
  method.startsWith('tasks/') || method.startsWith('notifications/tasks');

/**
 * Returns true for the id of a task: of a started task, in a request or notification about a task, in a list of
 * tasks, or in `_meta`.
 */
function isTaskId(holder: JsonPath, { kind, method = '' }: Message): boolean {
  const [first, second] = holder;
  if (holder.length === 0) return kind === 'response' || isTaskMethod(method);
  if (holder.length === 1) return first === 'task' && kind === 'response';
  if (holder.length > 2) return false;
  return first === '_meta' ? second === RELATED_TASK : first === 'tasks' && typeof second === 'number';
}

/**
 * Returns true for a token without spaces. Some clients show cursors and task ids to a model, so prose in these
 * members is searched.
 */
const isPlainToken = (span: StringSpan, { bytes }: Message): boolean =>
  /^[!-~]*$/.test(decodeString(bytes, span));
