// Messages on their way to the upstream, sent one after the other, with the limit at which the sender has to wait.

import type { Batch, Message } from '@claw/jsonrpc-stream';

/** Bytes of queued messages before back-pressure applies. */
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

  /** True when too many bytes are queued; see `onceDrained`. */
  get isFull(): boolean {
    return this.#bytes > MAX_QUEUED_BYTES;
  }

  /** Calls back once, when the queue has drained. */
  onceDrained(callback: () => void): void {
    this.#drainListeners.push(callback);
  }
}

/** True for messages that are safe to send twice. A call is not, even one sent as a notification (without an id). */
export const isRetryable = (message: Message | Batch): boolean =>
  (message.kind === 'batch' ? message.entries : [message]).every(
    (one) =>
      one.kind === 'response' || (one.kind === 'notification' && one.method.startsWith('notifications/')),
  );
