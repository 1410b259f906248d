// Which answer belongs to which call. The two directions have nothing to do with each other; a call is remembered
// until it is answered, however long that takes.

import { IdTable, type MessageId } from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import type { SentRequest } from '../types.js';

/** More tasks than this are forgotten, oldest first; what is forgotten is looked at most closely. */
const MAX_TASKS = 4096;

export class PendingRequests {
  readonly #calls: Readonly<
    Record<Direction, IdTable<{ readonly id: MessageId; readonly asked: SentRequest }>>
  > = {
    'client-to-server': new IdTable(),
    'server-to-client': new IdTable(),
  };
  readonly #tasks = new Map<string, SentRequest | undefined>();

  /** A call went on. */
  add(direction: Direction, id: MessageId, asked: SentRequest): void {
    this.#calls[direction].close(id);
    this.#calls[direction].add(id, { id, asked });
  }

  /** The call that an answer travelling in this direction belongs to; it is not waited for any longer. */
  take(direction: Direction, id: MessageId): SentRequest | undefined {
    const calls = this.#calls[opposite(direction)];
    const found = calls.findForResponse(id);
    // Closed under the id that was asked with: an answer may spell it in another way.
    if (found !== undefined) calls.close(found.id);
    return found?.asked;
  }

  /** The call is off; should an answer come all the same, it answers nothing. */
  forget(direction: Direction, id: MessageId): SentRequest | undefined {
    return this.#calls[direction].close(id)?.asked;
  }

  /** The calls of a direction that have no answer yet. */
  open(direction: Direction): readonly SentRequest[] {
    return this.#calls[direction].values().map(({ asked }) => asked);
  }

  /** A call has become a task: what comes out of it later are the words of that call. */
  addTask(direction: Direction, taskId: string, asked: SentRequest): void {
    const key = keyOf(direction, taskId);
    // Two calls that became the same task: whose words these are nobody knows.
    const known = this.#tasks.has(key) && this.#tasks.get(key) !== asked;
    this.#tasks.delete(key);
    this.#tasks.set(key, known ? undefined : asked);
    if (this.#tasks.size <= MAX_TASKS) return;
    for (const [oldest] of this.#tasks) {
      this.#tasks.delete(oldest);
      return;
    }
  }

  /** The call that began a task. */
  task(direction: Direction, taskId: string): SentRequest | undefined {
    return this.#tasks.get(keyOf(direction, taskId));
  }
}

export const opposite = (direction: Direction): Direction =>
  direction === 'client-to-server' ? 'server-to-client' : 'client-to-server';

const keyOf = (direction: Direction, taskId: string) => `${direction} ${taskId}`;
