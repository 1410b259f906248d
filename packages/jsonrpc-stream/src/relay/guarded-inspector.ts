// Calls an inspector so that it fails closed: if it throws, rejects, or returns a value that is not an action, the
// message is denied. Limits the memory of messages that wait for a verdict.

import type { Message } from '../message/message.js';
import type { Action, ActionOverride, Awaitable, Inspector } from './inspector.js';
import type { MessageFlow } from './message-flow.js';
import { denyUninspected } from './relay-errors.js';
import { isPromise, validateAction } from './validate-action.js';

/** The maximum total size of the waiting messages. A message that would exceed it is denied. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/**
 * The chunk that contains a waiting message stays in memory, so each piece of the message counts as at least one
 * chunk.
 */
const CHUNK_BYTES = 64 * 1024;

/**
 * True if an action delivers a message or a result, which therefore needs its log entry first. An error of the firewall
 * reveals nothing, so it does not.
 */
export const isDelivery = (action: Action): boolean =>
  action.kind === 'answer'
    ? action.messages.some((one) => one.kind !== 'response' || !one.failed)
    : action.kind !== 'drop';

export class GuardedInspector {
  readonly #inspector: Inspector;
  #waitingBytes = 0;

  constructor(inspector: Inspector) {
    this.#inspector = inspector;
  }

  get commits(): boolean {
    return this.#inspector.commit !== undefined;
  }

  /** Returns the action of the inspector for a message. Never throws or rejects. */
  inspect(flow: MessageFlow, message: Message): Awaitable<Action> {
    try {
      const action =
        flow.sender === 'client' ? this.#inspector.fromClient(message) : this.#inspector.fromServer(message);
      return isPromise(action) ? this.#wait(flow, message, action) : validateAction(action);
    } catch (error) {
      return deny(flow, message, error);
    }
  }

  /** Commits the decisions. If the commit throws, returns a function that denies every message. */
  commit(): ActionOverride | undefined {
    try {
      return this.#inspector.commit?.();
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  close(): void {
    this.#inspector.close?.();
  }

  #wait(flow: MessageFlow, message: Message, pending: PromiseLike<Action>): Awaitable<Action> {
    const size = message.frame.reduce((sum, piece) => sum + Math.max(piece.length, CHUNK_BYTES), 0);
    if (this.#waitingBytes + size > MAX_WAITING_BYTES) {
      pending.then(undefined, () => {});
      return deny(flow, message, 'too many bytes are waiting for a verdict');
    }
    this.#waitingBytes += size;
    // An inspector in plain JavaScript may return any object with a `then`.
    return Promise.resolve(pending).then(
      (action) => {
        this.#waitingBytes -= size;
        try {
          return validateAction(action);
        } catch (error) {
          return deny(flow, message, error);
        }
      },
      (error: unknown) => {
        this.#waitingBytes -= size;
        return deny(flow, message, error);
      },
    );
  }
}

/** Returns the action after a failed commit. Errors and dropped messages keep their action. */
export function overrideAction(
  flow: MessageFlow,
  message: Message,
  action: Action,
  override: ActionOverride | undefined,
): Action {
  if (override === undefined || !isDelivery(action)) return action;
  try {
    return validateAction(override(message, flow.sender, action));
  } catch (error) {
    return deny(flow, message, error);
  }
}

function deny(flow: MessageFlow, message: Message, error: unknown): Action {
  const why = error instanceof Error ? error.message : String(error);
  flow.report('refused', `inspection failed: ${why}`);
  return denyUninspected(message);
}
