// Serves the tools over a pair of streams: reads and validates lines, and writes responses. A call that waits for
// approval does not block other calls, and an invalid line affects no other line. Reading stops while the client does
// not read its responses.

import type { Readable, Writable } from 'node:stream';
import {
  createErrorResponse,
  createResponse,
  ErrorCode,
  type Incoming,
  type Message,
  NdjsonReader,
  type Refusal,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { Conversation } from './protocol.js';
import { FAILED, type IntentServer } from './server.js';

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The caller for rate limits, which is the process. */
  readonly caller: string;
  /** Called for every invalid line with a reason that contains no part of the line. */
  readonly onRefused?: (reason: string) => void;
}

/** The maximum length of a message. The fields of a longer message would be too long. */
const MAX_MESSAGE = 4 * 1024 * 1024;

/**
 * The maximum number of concurrent calls; more calls wait in the pipe. Far fewer calls can wait for approval, so the
 * server always makes progress.
 */
const MAX_OPEN = 256;

/** A request that has no response yet. */
interface Open {
  readonly withdrawn: AbortController;
  /** True if the client has cancelled the request. */
  cancelled: boolean;
}

/** Serves requests until the client closes its input. Resolves when every response was written. */
export function serveStdio(server: IntentServer, options: StdioOptions): Promise<void> {
  return new StdioServer(server, options).finished;
}

class StdioServer {
  readonly finished: Promise<void>;
  readonly #options: StdioOptions;
  readonly #conversation: Conversation;
  readonly #reader = new NdjsonReader({
    sender: 'client',
    wire: { limits: { maxMessage: MAX_MESSAGE, maxBuffer: 2 * MAX_MESSAGE } },
  });
  readonly #open = new Map<number | string, Open>();
  readonly #working = new Set<Promise<void>>();
  #outbox: Uint8Array[] = [];
  #outputFull = false;

  constructor(server: IntentServer, options: StdioOptions) {
    this.#options = options;
    this.#conversation = new Conversation(server, options.caller);
    const { input, output } = options;
    this.finished = new Promise((resolve) => {
      const end = () => void this.#end().then(resolve);
      input.on('data', (chunk: Uint8Array) => {
        for (const incoming of this.#reader.push(chunk)) this.#take(incoming);
        this.#regulate();
      });
      input.once('end', end).once('close', end).on('error', end);
      // Stops waiting if the client no longer reads.
      output.once('close', end).on('error', end);
    });
  }

  #take(incoming: Incoming): void {
    if (incoming.kind === 'batch') {
      const answers = incoming.entries.map((entry) => this.#answerTo(entry));
      this.#work(
        Promise.all(answers).then((all) => this.#writeBatch(all.filter((one) => one !== undefined))),
      );
    } else this.#work(this.#answerTo(incoming).then((answer) => answer && this.#write(answer.frame)));
  }

  #work(work: Promise<unknown>): void {
    const done: Promise<void> = work.then(
      () => void this.#working.delete(done),
      () => void this.#working.delete(done),
    );
    this.#working.add(done);
  }

  async #answerTo(incoming: Message | Refusal): Promise<Message | undefined> {
    if (incoming.kind === 'request') return this.#answerRequest(incoming);
    if (incoming.kind === 'refused') return this.#refuse(incoming);
    if (incoming.method === 'notifications/cancelled') this.#cancel(incoming);
    return undefined;
  }

  #refuse({ code, reason, id, isResponse }: Refusal): Message | undefined {
    this.#options.onRefused?.(reason);
    if (id === undefined || isResponse) return undefined;
    return createErrorResponse(id, { code, message: `not accepted: ${reason}`, data: { reason } });
  }

  async #answerRequest({ id, method, value }: RequestMessage): Promise<Message | undefined> {
    const refused = (reason: string) =>
      createErrorResponse(id, { code: ErrorCode.invalidRequest, message: reason, data: { reason } });
    if (this.#open.has(id.key)) return refused('a request with this id is still open');
    const open: Open = { withdrawn: new AbortController(), cancelled: false };
    this.#open.set(id.key, open);
    try {
      const { params } = value as { params?: Readonly<Record<string, unknown>> };
      const answer = await this.#conversation.answer({ method, params: params ?? {} }, open.withdrawn.signal);
      if (open.cancelled) return undefined;
      return 'error' in answer ? createErrorResponse(id, answer.error) : createResponse(id, answer.result);
    } catch {
      return createErrorResponse(id, FAILED);
    } finally {
      this.#open.delete(id.key);
      this.#regulate();
    }
  }

  #cancel({ value }: Message): void {
    const { params } = value as { params?: { requestId?: unknown } };
    const open = this.#open.get(params?.requestId as number | string);
    if (open === undefined) return;
    open.cancelled = true;
    open.withdrawn.abort();
  }

  #writeBatch(answers: readonly Message[]): void {
    if (answers.length === 0) return;
    const text = answers.map(({ bytes }) => Buffer.from(bytes).toString()).join(',');
    this.#write([Buffer.from(`[${text}]\n`)]);
  }

  /** Writes the responses of one event-loop iteration together. */
  #write(frame: readonly Uint8Array[]): void {
    if (this.#outbox.length === 0) setImmediate(() => this.#flush());
    this.#outbox.push(...frame);
  }

  #flush(): void {
    const { output } = this.#options;
    const pieces = this.#outbox;
    this.#outbox = [];
    if (pieces.length === 0 || output.destroyed || output.writableEnded) return;
    this.#outputFull = !output.write(Buffer.concat(pieces));
    if (!this.#outputFull) return;
    output.once('drain', () => {
      this.#outputFull = false;
      this.#regulate();
    });
    this.#regulate();
  }

  /** Stops reading while responses are waiting to be written. */
  #regulate(): void {
    const { input } = this.#options;
    const tooMuch = this.#outputFull || this.#open.size >= MAX_OPEN;
    if (tooMuch !== input.isPaused()) tooMuch ? input.pause() : input.resume();
  }

  /** Withdraws pending approvals; all other calls still get their response. */
  async #end(): Promise<void> {
    for (const { withdrawn } of this.#open.values()) withdrawn.abort();
    await Promise.allSettled([...this.#working]);
    this.#flush();
  }
}
