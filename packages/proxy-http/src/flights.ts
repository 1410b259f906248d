// The requests that we made as a client and that still run: whose answers are missing, and which streams are open.

import type {
  Batch,
  Incoming,
  Message,
  MessageId,
  RequestMessage,
  ResponseMessage,
} from '@claw/jsonrpc-stream';
import { cancelledRequest, isStateless } from './agreement.js';
import type { Sent, UpstreamAnswer } from './upstream.js';

type Key = MessageId['key'];

export class Flight {
  /** Nothing for a stream that we only listen to. */
  readonly message: Message | Batch | undefined;
  /** Requests without an answer. */
  readonly open: Map<Key, RequestMessage>;
  sent: Sent | undefined;
  answer: UpstreamAnswer | undefined;
  /** Its own connection has said everything; what is missing comes elsewhere. */
  isOver = false;

  constructor(message: Message | Batch | undefined) {
    this.message = message;
    const all = message === undefined ? [] : message.kind === 'batch' ? message.entries : [message];
    this.open = new Map(
      all.flatMap((each) => (each.kind === 'request' ? [[each.id.key, each] as const] : [])),
    );
  }

  get requests(): RequestMessage[] {
    return [...this.open.values()];
  }
}

export class Flights {
  readonly #all = new Set<Flight>();
  #paused = false;

  add(flight: Flight): void {
    this.#all.add(flight);
  }

  remove(flight: Flight): void {
    this.#all.delete(flight);
  }

  /** True while an answer is awaited. */
  get isBusy(): boolean {
    return [...this.#all].some(({ open }) => open.size > 0);
  }

  get all(): Flight[] {
    return [...this.#all];
  }

  withRequest(key: Key): Flight | undefined {
    return this.all.find(({ open }) => open.has(key));
  }

  /** Ends what this message cancels. In the stateless era closing its stream is all that cancels a request. */
  cancel(message: Message | Batch): boolean {
    if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return false;
    const key = cancelledRequest(message);
    const flight = key === undefined ? undefined : this.withRequest(key);
    if (flight?.message === undefined || !isStateless(flight.message)) return false;
    flight.sent?.abort();
    this.remove(flight);
    return true;
  }

  /** The answer of this flight has begun. */
  begun(flight: Flight, answer: UpstreamAnswer): void {
    flight.answer = answer;
    if (this.#paused) answer.pause();
  }

  /** Takes note of the answers in what arrived; gives them with their requests. */
  settle(incoming: Incoming): { request: RequestMessage; answer: ResponseMessage }[] {
    const messages = incoming.kind === 'batch' ? incoming.entries : [incoming];
    return messages.flatMap((message) => {
      const isAnswer = message.kind === 'response' || (message.kind === 'refused' && message.isResponse);
      const flight = isAnswer && message.id !== undefined ? this.withRequest(message.id.key) : undefined;
      if (flight === undefined || message.id === undefined) return [];
      const request = flight.open.get(message.id.key) as RequestMessage;
      flight.open.delete(message.id.key);
      if (flight.isOver && flight.open.size === 0) this.remove(flight);
      return message.kind === 'response' ? [{ request, answer: message }] : [];
    });
  }

  pause(): void {
    this.#paused = true;
    for (const { answer } of this.#all) answer?.pause();
  }

  resume(): void {
    this.#paused = false;
    for (const { answer } of this.#all) answer?.resume();
  }

  abort(): void {
    for (const { sent } of this.#all) sent?.abort();
  }
}
