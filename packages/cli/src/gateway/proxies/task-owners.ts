// Which caller began which task. The upstream knows only the gateway and would tell every caller about every task.

import { createHash } from 'node:crypto';
import { findArrayElements, type Message, type RpcError, spliceMessage } from '@claw/jsonrpc-stream';
import type { SharedCache } from '@claw/store';

export interface TaskOwners {
  isOwner(taskId: string, identity: string): Promise<boolean>;
  /**
   * Remembers the task that a result begins, and takes the tasks of other callers out of a list. Undefined when it cannot be told
   * what is in the list.
   */
  claim(message: Message, identity: string): Promise<Message | undefined>;
}

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_LIFETIME_MILLISECONDS = 30 * LIFETIME_MILLISECONDS;

type Members = Readonly<Record<string, unknown>>;

export function createTaskOwners(cache: SharedCache, proxyId: string): TaskOwners {
  // The id is chosen by the upstream and may be of any length.
  const nameOf = (taskId: string): string =>
    `task:${proxyId}:${createHash('sha256').update(taskId).digest('base64url')}`;
  const isOwner = async (taskId: string, identity: string): Promise<boolean> =>
    (await cache.get(nameOf(taskId))) === identity;
  return {
    isOwner,
    async claim(message, identity) {
      const { task, tasks } = resultOf(message);
      const started = asMembers(task ?? resultOf(message));
      const { taskId, ttl } = started;
      if (typeof taskId === 'string' && (await cache.get(nameOf(taskId))) === undefined) {
        const lifetime =
          typeof ttl === 'number' ? Math.max(ttl, LIFETIME_MILLISECONDS) : LIFETIME_MILLISECONDS;
        await cache.set(nameOf(taskId), identity, Math.min(lifetime, MAX_LIFETIME_MILLISECONDS));
      }
      if (tasks === undefined) return message;
      const places = findArrayElements(message.bytes, ['result', 'tasks']);
      if (!Array.isArray(tasks) || places.length !== tasks.length) return undefined;
      const own = await Promise.all(
        tasks.map((one) => {
          const id = asMembers(one)['taskId'];
          return typeof id === 'string' && isOwner(id, identity);
        }),
      );
      const [first, last] = [places[0], places.at(-1)];
      if (own.every(Boolean) || first === undefined || last === undefined) return message;
      const text = places
        .filter((_, index) => own[index])
        .map(({ start, end }) => Buffer.from(message.bytes.subarray(start, end)).toString())
        .join(',');
      return spliceMessage(message, [{ start: first.start, end: last.end, text }], { sender: 'server' });
    },
  };
}

/** The task that a request is about. */
export function taskOf(message: Message): string | undefined {
  if (message.kind !== 'request' || !message.method.startsWith('tasks/')) return undefined;
  const { taskId } = asMembers((message.value as Members)['params']);
  if (typeof taskId === 'string') return taskId;
  return message.method === 'tasks/list' ? undefined : '';
}

/** Errors of JSON-RPC. */
const [METHOD_NOT_FOUND, INVALID_PARAMS] = [-32601, -32602];

/** The response for a task of another caller, which is the one that MCP has for tasks that do not exist. */
export function unknownTask({ method, value }: Message): RpcError {
  const reason = 'the task is not known to this caller';
  const { _meta } = asMembers((value as Members)['params']);
  // The stateless protocol has this method no more.
  const isRemoved = method === 'tasks/result' && PROTOCOL_VERSION in asMembers(_meta);
  return {
    code: isRemoved ? METHOD_NOT_FOUND : INVALID_PARAMS,
    message: `Denied by rule \`tasks\`: ${reason}`,
    data: { rule: 'tasks', action: 'denied', reason },
  };
}

/** In `_meta` of every request of the stateless protocol. */
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Whether a response begins a task or lists tasks. */
export function mentionsTasks(message: Message): boolean {
  if (message.kind !== 'response' || message.failed) return false;
  const { task, tasks, taskId } = resultOf(message);
  return task !== undefined || tasks !== undefined || taskId !== undefined;
}

const resultOf = (message: Message): Members => asMembers((message.value as Members)['result']);

const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
