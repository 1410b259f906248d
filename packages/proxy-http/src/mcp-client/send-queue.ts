// Sends messages to the upstream one after the other. The queue has a limit; when it is reached, the sender has to
// wait.

import type { Batch, Message } from '@claw/jsonrpc-stream';

/** The number of queued bytes above which the sender has to wait. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

export class SendQueue {
  readonly #send: (message: Message | Batch) => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  #bytes = 0;
  #drainListeners: (() => void)[] = [];

  /** `send` resolves when the next message may be sent. */
  constructor(send: (message: Message | Batch) => Promise<void>) {
    this.#send = send;
  }

  add(message: Message | Batch): void {
    const { length } = message.bytes;
    this.#bytes += length;
    this.#last = this.#last
      .then(() => this.#send(message))
      .finally(() => {
        this.#bytes -= length;
        if (!this.isFull) for (const callback of this.#drainListeners.splice(0)) callback();
      });
  }

  /** True if too many bytes are queued; see `onceDrained`. */
  get isFull(): boolean {
    return this.#bytes > MAX_QUEUED_BYTES;
  }

  /** Calls back once, as soon as the queue has drained. */
  onceDrained(callback: () => void): void {
    this.#drainListeners.push(callback);
  }
}

/**
 * Returns true for messages that can safely be sent twice. A call cannot, even if it is sent as a notification
 * (without an id).
 */
export const isRetryable = (message: Message | Batch): boolean =>
  (message.kind === 'batch' ? message.entries : [message]).every(
    (one) =>
      one.kind === 'response' || (one.kind === 'notification' && one.method.startsWith('notifications/')),
  );
