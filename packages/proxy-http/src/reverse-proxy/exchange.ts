// One HTTP request of a client and its response: the state that all kinds of responses share.

import {
  createErrorResponse,
  type createMessageParser,
  ErrorCode,
  type Incoming,
  type Message,
  type Refusal,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { encodeError, encodeEvent, encodeJsonBody, JSON_HEAD } from '../response/message-encoding.js';
import type { ClientResponse } from '../server/client-response.js';
import type { WireSettings } from '../wire-settings.js';
import type { Session } from './session.js';

export interface ExchangeOptions {
  readonly session: Session;
  readonly response: ClientResponse;
  /** The JSON-RPC requests in it; empty for notifications, responses and GET streams. */
  readonly requests: readonly RequestMessage[];
  readonly isBatch: boolean;
  /** The client resumes a stream: responses may arrive a second time. */
  readonly replayed: boolean;
  /** Responses go to the session's event stream, as in the legacy HTTP+SSE transport. */
  readonly respondsOnStream: boolean;
  readonly wire: WireSettings;
  readonly parseServer: ReturnType<typeof createMessageParser>;
  /** The event id that this client gets in place of the upstream's. */
  readonly sealEventId?: ((id: string) => string) | undefined;
  /** Called for every message of the response before it is inspected. */
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

  /** Sends a response in place of the upstream; without messages, status 202. */
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

  /** The upstream did not respond. */
  fail(reason: string): void {
    const error = { code: ErrorCode.serverUnavailable, message: `no response: ${reason}`, data: { reason } };
    const open = this.session.conversation.fail(this.requests, reason);
    // A response that passed inspection but could not be written is no longer in the table; the client still waits for it.
    const isOwed = open.length === 0 && this.response.isUnsent;
    const errors = isOwed ? this.requests.map(({ id }) => createErrorResponse(id, error)) : open;
    if (errors.length > 0 || this.requests.length > 0 || this.response.isEventStream) this.respond(errors);
    else {
      this.response.send({ ...JSON_HEAD, status: 502 }, encodeError(error));
      this.end();
    }
  }

  /** The upstream's response cannot be forwarded. */
  withhold(why?: Pick<Refusal, 'limit' | 'reason'>): void {
    if (this.requests.length === 0) this.fail('the upstream sent a response that cannot be forwarded');
    else this.respond(this.session.conversation.withhold(this.requests, why));
  }
}
