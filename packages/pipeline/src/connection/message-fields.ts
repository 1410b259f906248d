// Reads the fields of a message that affect the connection: the name of the client, the id of a cancelled request,
// and task ids.

import { isRecord, type Message, paramsOf } from '@claw/jsonrpc-stream';
import { isTaskMethod, RELATED_TASK } from '../text/opaque-values.js';
import type { Reply } from '../types.js';

/** Returns the name of the client in an `initialize` request. */
export function clientName(message: Message): string | undefined {
  const info = paramsOf(message)['clientInfo'];
  const name = isRecord(info) ? info['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Returns the id of the task that a task request, or the metadata for a related task, names. */
export function taskIdOf(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const meta = params['_meta'];
  const related = isRecord(meta) ? meta[RELATED_TASK] : undefined;
  const holder = isTaskMethod(method) ? params : isRecord(related) ? related : undefined;
  const id = holder?.['taskId'];
  return typeof id === 'string' ? id : undefined;
}

/** Returns the id of the task that a response started. */
export function startedTaskId({ message, texts }: Reply): string | undefined {
  if (message.failed || texts.keyCounts.taskId === 0) return undefined;
  const { result } = message.value as { result?: unknown };
  if (!isRecord(result)) return undefined;
  const task = isRecord(result['task']) ? result['task'] : result;
  const id = task['taskId'];
  return typeof id === 'string' ? id : undefined;
}
