// One HTTP request of a client with its response: the state that all kinds of responses share.

import {
  createErrorResponse,
  type createMessageParser,
  ErrorCode,
  type Incoming,
  type Message,
  type Refusal,
  type RequestMessage,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { encodeError, encodeEvent, encodeJsonBody, JSON_HEAD } from '../response/message-encoding.js';
import type { ClientResponse } from '../server/client-response.js';
import type { Session } from './session.js';

export interface ExchangeOptions {
  readonly session: Session;
  readonly response: ClientResponse;
  /** The JSON-RPC requests in the message; empty for notifications, responses and GET streams. */
  readonly requests: readonly RequestMessage[];
  readonly isBatch: boolean;
  /** True if the client resumes a stream, so that responses may arrive a second time. */
  readonly replayed: boolean;
  /** True if responses are sent on the event stream of the session, as in the legacy HTTP+SSE transport. */
  readonly respondsOnStream: boolean;
  readonly wire: WireSettings;
  readonly parseServer: ReturnType<typeof createMessageParser>;
  /** Returns the event id for this client in place of the one from the upstream. */
  readonly sealEventId?: ((id: string) => string) | undefined;
  /** Called for each message of the response before it is inspected. */
  readonly onMessage?: ((incoming: Incoming) => void) | undefined;
}

const ACCEPTED = { status: 202, headers: [] };

export class Exchange {
  readonly session: Session;
  readonly response: ClientResponse;
  readonly requests: readonly RequestMessage[];
  readonly options: ExchangeOptions;
  #whenOver: (() => void)[] = [];

  constructor(options: ExchangeOptions) {
    this.options = options;
    this.session = options.session;
    this.response = options.response;
    this.requests = options.requests;
    this.session.attach(this.response);
  }

  /** Calls back once, when the exchange is complete. */
  onEnd(callback: () => void): void {
    this.#whenOver.push(callback);
  }

  end(): void {
    this.session.detach(this.response);
    for (const callback of this.#whenOver.splice(0)) callback();
  }

  /** Sends a response in place of the upstream; if there are no messages, sends status 202. */
  respond(messages: readonly Message[]): void {
    const { response, session, options } = this;
    if (options.respondsOnStream) {
      for (const { frame } of messages) session.sendToClient(frame);
      response.send(ACCEPTED);
    } else if (response.isEventStream) {
      response.write(messages.map(({ frame }) => encodeEvent(frame)));
      response.end();
    } else if (messages.length === 0) response.send(ACCEPTED);
    else response.send(JSON_HEAD, encodeJsonBody(messages, options.isBatch));
    this.end();
  }

  /** Called when the upstream did not respond. */
  fail(reason: string): void {
    const error = { code: ErrorCode.serverUnavailable, message: `No response: ${reason}`, data: { reason } };
    const open = this.session.conversation.fail(this.requests, reason);
    // A response that passed the inspection but could not be written is no longer in the table, although the client
    // still waits for it.
    const isOwed = open.length === 0 && this.response.isUnsent;
    const errors = isOwed ? this.requests.map(({ id }) => createErrorResponse(id, error)) : open;
    if (errors.length > 0 || this.requests.length > 0 || this.response.isEventStream) this.respond(errors);
    else {
      this.response.send({ ...JSON_HEAD, status: 502 }, encodeError(error));
      this.end();
    }
  }

  /** Called when the response of the upstream cannot be forwarded. */
  withhold(why?: Pick<Refusal, 'limit' | 'reason'>): void {
    if (this.requests.length === 0) this.fail('the upstream sent a response that cannot be forwarded');
    else this.respond(this.session.conversation.withhold(this.requests, why));
  }
}
