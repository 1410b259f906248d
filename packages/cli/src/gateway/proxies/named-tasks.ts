// Finds the tasks that the messages of a client name outside the methods for tasks, and requests that a client sends as
// notifications. Servers read both: an id in `_meta` joins a message to a task, and some servers execute a request
// without an id.

import { isRecord, knownMethodParams, type Message } from '@claw/jsonrpc-stream';

/** The key in `_meta` of messages that belong to a task. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/**
 * Returns the ids of all tasks that a message names. They can be tasks of the client itself, which no caller of the
 * gateway has started.
 */
export function namedTasks(message: Message): readonly string[] {
  if (!mayNameTasks(message.bytes)) return [];
  const { params, result, error } = message.value as Members;
  return [params, result, error, asMembers(error)['data']].flatMap(tasksIn);
}

function tasksIn(value: unknown): readonly string[] {
  const { taskId, task, _meta } = asMembers(value);
  const related = asMembers(asMembers(_meta)[RELATED_TASK]);
  return [taskId, asMembers(task)['taskId'], related['taskId']].filter(
    (id): id is string => typeof id === 'string',
  );
}

/** True for a notification with the name of a request, in any spelling: it would skip the checks of the request. */
export const isRequestAsNotification = ({ kind, method = '' }: Message): boolean => {
  if (kind !== 'notification' || method.startsWith('notifications/')) return false;
  const name = method.normalize('NFKC').trim().toLowerCase();
  return REQUESTS.has(name) || name.startsWith('tasks/');
};

const REQUESTS: ReadonlySet<string> = new Set(
  [...knownMethodParams.keys()]
    .filter((method) => !method.startsWith('notifications/'))
    .map((method) => method.toLowerCase()),
);

/**
 * True if a message may name a task. Most do not, and these need not be parsed. Escapes are considered, because
 * characters in a name can be escaped.
 */
export function mayNameTasks({ buffer, byteOffset, length }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, length);
  return bytes.includes(TASK) || bytes.includes(ESCAPE);
}

// Searching for bytes is faster than for a string.
const [TASK, ESCAPE] = [Buffer.from('task'), Buffer.from('\\u')];

type Members = Readonly<Record<string, unknown>>;

const asMembers = (value: unknown): Members => (isRecord(value) ? value : {});
