// A pipe seen as an endpoint: HTTP clients of both eras in front of a server that talks over pipes. Which request is for
// which server is decided here; how servers are begun and ended, in `front-sessions.ts`.

import { randomUUID } from 'node:crypto';
import {
  type Batch,
  createMessageParser,
  ErrorCode,
  type Incident,
  type Limits,
  type Message,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { isListening, isStateless } from './agreement.js';
import { Channel } from './channel.js';
import { errorBody, JSON_HEAD } from './frames.js';
import { refuse, type Visit } from './front-door.js';
import { FrontPost } from './front-post.js';
import type { FrontSession, OpenPipe } from './front-session.js';
import { FrontSessions } from './front-sessions.js';
import { firstOf } from './headers.js';
import { type ListenerGate, Listeners } from './listeners.js';
import { quietly } from './quietly.js';
import { answerRefusal, type MessageReading, readMessage } from './read-message.js';
import { type Listening, type ListenOptions, listen } from './server.js';
import { readingRules, wireInForce } from './wire-in-force.js';

export interface FrontOptions {
  /** Starts a server for a client whose two streams it is given. */
  readonly open: OpenPipe;
  readonly listen?: ListenOptions;
  readonly onIncident?: (incident: Incident) => void;
  readonly limits?: Partial<Limits>;
  /** Milliseconds that the body of a request may take; 30,000 by default. */
  readonly bodyTimeout?: number;
  /** Who may listen to what the server says by itself. Without one, everybody who was let in. */
  readonly listeners?: ListenerGate;
  /** Servers that may run at the same time, and how long one is kept that nobody uses; 64 and 30 minutes by default. */
  readonly sessions?: { readonly most?: number; readonly idle?: number };
}

const PATH = '/mcp';
const OLDEST_PATH = '/sse';
const OLDEST_POST = '/messages';

/** Starts an HTTP endpoint in front of a server that talks over pipes. */
export async function startFront(options: FrontOptions): Promise<Listening> {
  const front = new Front(options);
  const listening = await listen(options.listen ?? {}, (visit) => front.handle(visit));
  return {
    ...listening,
    async close(patience) {
      await listening.close(patience);
      await front.stop();
    },
  };
}

class Front {
  readonly #reading: MessageReading;
  readonly #sessions: FrontSessions;
  readonly #listeners: Listeners;

  constructor(options: FrontOptions) {
    const wire = wireInForce(options);
    const parseClient = createMessageParser(readingRules('client', wire));
    this.#reading = { wire, bodyTimeout: options.bodyTimeout ?? 30_000, parseClient };
    const { open, onIncident, sessions = {}, listeners } = options;
    this.#listeners = new Listeners(listeners);
    const report = (reason: string) => quietly(onIncident)({ from: 'server', outcome: 'dropped', reason });
    this.#sessions = new FrontSessions({ open, wire, report, ...sessions });
  }

  async handle(visit: Visit): Promise<void> {
    const { path, query, request, response } = visit;
    const sessionId = firstOf(request.rawHeaders, 'mcp-session-id');
    if (path === OLDEST_PATH && request.method === 'GET') this.#openOldest(visit);
    else if (path === OLDEST_POST && request.method === 'POST') await this.#postOldest(visit, query);
    else if (path !== PATH) refuse(response, { status: 404, reason: 'there is nothing here' });
    else if (request.method === 'POST') await this.#post(visit, sessionId);
    else if (request.method === 'GET') this.#listen(visit, sessionId);
    else if (request.method === 'DELETE') this.#delete(visit, sessionId);
    else
      refuse(response, {
        status: 405,
        reason: 'not a method of MCP',
        headers: ['Allow', 'POST, GET, DELETE'],
      });
  }

  stop(): Promise<void> {
    return this.#sessions.stop();
  }

  async #post(visit: Visit, sessionId: string | undefined): Promise<void> {
    const read = await readMessage(visit, this.#reading);
    if (read === undefined) return;
    const { incoming } = read;
    const { request, response, address } = visit;
    const channel = new Channel(response, /text\/event-stream|\*\/\*/.test(request.headers.accept ?? ''));
    if (incoming.kind === 'refused') return answerRefusal(channel, incoming);
    const stateless = isStateless(incoming);
    const requests = requestsOf(incoming);
    const post = new FrontPost({ channel, requests, isBatch: incoming.kind === 'batch', stateless, address });
    if (isListening(incoming)) this.#listeners.add(visit, channel);
    if (stateless) return this.#hand(this.#sessions.shareFor(visit, post), post, incoming);
    if (sessionId === undefined && incoming.kind === 'request' && incoming.method === 'initialize') {
      const id = randomUUID();
      response.setHeader('Mcp-Session-Id', id);
      return this.#hand(this.#sessions.begin(visit, id), post, incoming);
    }
    const session = this.#find(visit, sessionId);
    if (session !== undefined) this.#hand(session, post, incoming);
  }

  #hand(session: FrontSession | undefined, post: FrontPost, incoming: Message | Batch): void {
    if (session === undefined) this.#tooMany(post);
    else if (post.requests.length === 0) {
      session.send(incoming, post.address);
      post.channel.whole({ status: 202, headers: [] });
    } else if (session.canTake(post)) session.ask(post, incoming);
    else post.channel.whole(JSON_HEAD, sameId(post));
  }

  #tooMany(post: FrontPost): void {
    const reason = 'too many servers are running; try again later';
    const error = { code: ErrorCode.serverGone, message: `no answer: ${reason}`, data: { reason } };
    post.channel.whole({ ...JSON_HEAD, status: 503 }, errorBody(error, post.requests[0]?.id));
  }

  #listen(visit: Visit, sessionId: string | undefined): void {
    const { request, response } = visit;
    const accepts = /text\/event-stream|\*\/\*/.test(request.headers.accept ?? '');
    const noStream = { status: 405, reason: 'only a session has a stream', headers: ['Allow', 'POST'] };
    const noOther = { status: 406, reason: 'a stream is all there is; accept `text/event-stream`' };
    if (!accepts || sessionId === undefined) refuse(response, accepts ? noStream : noOther);
    else {
      const session = this.#find(visit, sessionId);
      if (session === undefined || this.#isRefused(visit)) return;
      const channel = new Channel(response, true);
      this.#listeners.add(visit, channel);
      channel.openEvents();
      session.listen(channel);
    }
  }

  #delete(visit: Visit, sessionId: string | undefined): void {
    const session = this.#find(visit, sessionId);
    if (session === undefined || sessionId === undefined) return;
    this.#sessions.end(sessionId);
    new Channel(visit.response, false).whole({ status: 200, headers: [] });
  }

  #openOldest(visit: Visit): void {
    if (this.#isRefused(visit)) return;
    const id = randomUUID();
    const session = this.#sessions.begin(visit, id);
    if (session === undefined) {
      refuse(visit.response, { status: 503, reason: 'too many servers are running' });
      return;
    }
    const channel = new Channel(visit.response, true);
    this.#listeners.add(visit, channel);
    channel.openEvents();
    channel.write([Buffer.from(`event: endpoint\ndata: ${OLDEST_POST}?sessionId=${id}\n\n`)]);
    session.listen(channel);
    channel.whenGone(() => this.#sessions.end(id));
  }

  #isRefused(visit: Visit): boolean {
    const refused = this.#listeners.refusal(visit);
    if (refused !== undefined) refuse(visit.response, refused);
    return refused !== undefined;
  }

  async #postOldest(visit: Visit, query: string): Promise<void> {
    const session = this.#find(visit, new URLSearchParams(query).get('sessionId') ?? undefined);
    if (session === undefined) return;
    const read = await readMessage(visit, this.#reading);
    if (read === undefined) return;
    const channel = new Channel(visit.response, false);
    if (read.incoming.kind === 'refused') return answerRefusal(channel, read.incoming);
    session.send(read.incoming, visit.address);
    channel.whole({ status: 202, headers: [] });
  }

  /** The session of a request, if it is one and the caller's own; otherwise the request has been refused. */
  #find({ response, identity }: Visit, id: string | undefined): FrontSession | undefined {
    const session = id === undefined ? undefined : this.#sessions.find(id, identity);
    if (session !== undefined) return session;
    refuse(
      response,
      id === undefined
        ? { status: 400, reason: 'a session is needed; begin with `initialize`' }
        : { status: 404, reason: 'this session is over or never was' },
    );
    return undefined;
  }
}

const sameId = (post: FrontPost): Uint8Array => {
  const reason = 'a request with the same id is still open';
  return errorBody(
    { code: ErrorCode.invalidRequest, message: reason, data: { reason } },
    post.requests[0]?.id,
  );
};

function requestsOf(incoming: Message | Batch): RequestMessage[] {
  const all = incoming.kind === 'batch' ? incoming.entries : [incoming];
  return all.filter((message): message is RequestMessage => message.kind === 'request');
}
