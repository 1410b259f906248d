// Records the caller of each task. The upstream server cannot distinguish callers, so without this check every caller
// could access all tasks.

import { createHash } from 'node:crypto';
import {
  type Awaitable,
  ErrorCode,
  findArrayElements,
  isPromise,
  type Message,
  type RpcError,
  spliceMessage,
} from '@claw/jsonrpc-stream';
import type { SharedCache } from '@claw/store';
import { mayNameTasks, RELATED_TASK } from './named-tasks.js';

export interface TaskOwners {
  isOwner(taskId: string, identity: string): Promise<boolean>;
  /** True for a task of another caller; false if no caller has started it yet. */
  isForeign(taskId: string, identity: string): Awaitable<boolean>;
  /**
   * Records the task that a result starts, and removes tasks of other callers from a list. Returns undefined if the
   * content of the list cannot be determined.
   */
  setOwner(message: Message, identity: string): Promise<Message | undefined>;
}

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_LIFETIME_MILLISECONDS = 30 * LIFETIME_MILLISECONDS;

type Members = Readonly<Record<string, unknown>>;

export function createTaskOwners(cache: SharedCache, proxyId: string): TaskOwners {
  // The id is hashed, because the upstream server chooses it and it may have any length.
  const nameOf = (taskId: string): string =>
    `task:${proxyId}:${createHash('sha256').update(taskId).digest('base64url')}`;
  const isOwner = async (taskId: string, identity: string): Promise<boolean> =>
    (await cache.get(nameOf(taskId))) === identity;
  return {
    isOwner,
    isForeign(taskId, identity) {
      const isOther = (owner: string | undefined) => owner !== undefined && owner !== identity;
      const owner = cache.get(nameOf(taskId));
      return isPromise(owner) ? owner.then(isOther) : isOther(owner as string | undefined);
    },
    async setOwner(message, identity) {
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

/** Returns the id of the task in a request. */
export function taskOf(message: Message): string | undefined {
  if (message.kind !== 'request' || !message.method.startsWith('tasks/')) return undefined;
  const { taskId } = asMembers((message.value as Members)['params']);
  if (typeof taskId === 'string') return taskId;
  return message.method === 'tasks/list' ? undefined : '';
}

/**
 * Returns the task of a notification from the server. A server without sessions may send it on the streams of all
 * callers.
 */
export function notifiedTask(message: Message): string | undefined {
  if (message.kind !== 'notification') return undefined;
  const { taskId, _meta } = asMembers((message.value as Members)['params']);
  const related = asMembers(asMembers(_meta)[RELATED_TASK])['taskId'];
  const named = message.method.startsWith('notifications/tasks') ? taskId : related;
  return typeof named === 'string' ? named : undefined;
}

/** The response for a task of another caller is the MCP error for a task that does not exist. */
export function unknownTask({ method, value }: Message): RpcError {
  const reason = 'the task is unknown to this caller';
  const { _meta } = asMembers((value as Members)['params']);
  // The stateless protocol does not have this method.
  const isRemoved = method === 'tasks/result' && PROTOCOL_VERSION in asMembers(_meta);
  return {
    code: isRemoved ? ErrorCode.methodNotFound : ErrorCode.invalidParams,
    message: `Denied by rule \`tasks\`: ${reason}`,
    data: { rule: 'tasks', action: 'denied', reason },
  };
}

/** The key in `_meta` of every request of the stateless protocol. */
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

/** True if a response starts a task or lists tasks. */
export function mentionsTasks(message: Message): boolean {
  if (message.kind !== 'response' || message.failed || !mayNameTasks(message.bytes)) return false;
  const { task, tasks, taskId } = resultOf(message);
  return task !== undefined || tasks !== undefined || taskId !== undefined;
}

const resultOf = (message: Message): Members => asMembers((message.value as Members)['result']);

const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
