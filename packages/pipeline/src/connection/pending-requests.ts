// Matches responses to requests, separately for the two directions. A request is stored until its response arrives.

import { IdTable, type MessageId } from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import type { SentRequest } from '../types.js';

/** The maximum number of tasks. The oldest are dropped first; responses to dropped tasks get the strictest checks. */
const MAX_TASKS = 4096;

type Calls = IdTable<{ readonly id: MessageId; readonly request: SentRequest }>;

export class PendingRequests {
  readonly #calls: Readonly<Record<Direction, Calls>> = {
    'client-to-server': new IdTable(),
    'server-to-client': new IdTable(),
  };
  /** Created on demand, because most connections start no task. */
  #tasks: Map<string, SentRequest | undefined> | undefined;

  add(direction: Direction, id: MessageId, request: SentRequest): void {
    this.#calls[direction].close(id);
    this.#calls[direction].add(id, { id, request: request });
  }

  /** Removes and returns the request to which the response in this direction belongs. */
  take(direction: Direction, id: MessageId): SentRequest | undefined {
    const calls = this.#calls[opposite(direction)];
    const found = calls.findForResponse(id);
    // Closes the call by the id of the request, because the response may spell the id differently.
    if (found !== undefined) calls.close(found.id);
    return found?.request;
  }

  /** Removes a cancelled request; a later response then matches no request. */
  forget(direction: Direction, id: MessageId): SentRequest | undefined {
    return this.#calls[direction].close(id)?.request;
  }

  open(direction: Direction): readonly SentRequest[] {
    return this.#calls[direction].values().map(({ request }) => request);
  }

  /** Stores the call that became a task, because later results belong to this call. */
  addTask(direction: Direction, taskId: string, request: SentRequest): void {
    const key = keyOf(direction, taskId);
    this.#tasks ??= new Map();
    // If two calls started the same task id, the call to which its results belong is unknown.
    const known = this.#tasks.has(key) && this.#tasks.get(key) !== request;
    this.#tasks.delete(key);
    this.#tasks.set(key, known ? undefined : request);
    if (this.#tasks.size <= MAX_TASKS) return;
    for (const [oldest] of this.#tasks) {
      this.#tasks.delete(oldest);
      return;
    }
  }

  /** Returns the call that started a task. */
  task(direction: Direction, taskId: string): SentRequest | undefined {
    return this.#tasks?.get(keyOf(direction, taskId));
  }
}

export const opposite = (direction: Direction): Direction =>
  direction === 'client-to-server' ? 'server-to-client' : 'client-to-server';

const keyOf = (direction: Direction, taskId: string) => `${direction} ${taskId}`;
