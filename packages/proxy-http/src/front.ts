// A pipe seen as an endpoint: HTTP clients of both eras in front of a server that talks over pipes. In the handshake era
// each session has a server of its own. In the stateless era one is shared, since that is what its protocol allows; a
// second is started only while two clients use the same id.

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
import { isStateless } from './agreement.js';
import { Channel } from './channel.js';
import { errorBody, JSON_HEAD } from './frames.js';
import { refuse, type Visit } from './front-door.js';
import { FrontPost } from './front-post.js';
import { FrontSession, type OpenPipe } from './front-session.js';
import { firstOf } from './headers.js';
import { quietly } from './quietly.js';
import { answerRefusal, type MessageReading, readMessage } from './read-message.js';
import { type Listening, type ListenOptions, listen } from './server.js';
import { readingRules, type WireInForce, wireInForce } from './wire-in-force.js';

export interface FrontOptions {
  /** Starts a server for a client whose two streams it is given. */
  readonly open: OpenPipe;
  readonly listen?: ListenOptions;
  readonly onIncident?: (incident: Incident) => void;
  readonly limits?: Partial<Limits>;
  /** Milliseconds that the body of a request may take; 30,000 by default. */
  readonly bodyTimeout?: number;
  /** Servers that may run at the same time, and how long one is kept that nobody uses; 64 and 30 minutes by default. */
  readonly sessions?: { readonly most?: number; readonly idle?: number };
}

const PATH = '/mcp';
const OLDEST_PATH = '/sse';
const OLDEST_POST = '/messages';

/** How many servers the stateless era may share out requests to that use the same ids. */
const MOST_SHARED = 8;
const LOOK_EVERY = 60_000;

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
  readonly #options: FrontOptions;
  readonly #wire: WireInForce;
  readonly #reading: MessageReading;
  readonly #sessions = new Map<string, FrontSession>();
  readonly #shared = new Set<FrontSession>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#wire = wireInForce(options);
    this.#reading = {
      wire: this.#wire,
      bodyTimeout: options.bodyTimeout ?? 30_000,
      parseClient: createMessageParser(readingRules('client', this.#wire)),
    };
    const idle = options.sessions?.idle ?? 30 * 60_000;
    this.#timer = setInterval(() => this.#stopIdle(idle), Math.min(idle, LOOK_EVERY));
    this.#timer.unref();
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

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#sessions.values(), ...this.#shared];
    for (const session of all) session.stop();
    await Promise.all(all.map(({ finished }) => finished));
  }

  async #post(visit: Visit, sessionId: string | undefined): Promise<void> {
    const read = await readMessage(visit, this.#reading);
    if (read === undefined) return;
    const { incoming } = read;
    const { request, response } = visit;
    const channel = new Channel(response, /text\/event-stream|\*\/\*/.test(request.headers.accept ?? ''));
    if (incoming.kind === 'refused') return answerRefusal(channel, incoming);
    const stateless = isStateless(incoming);
    const post = new FrontPost(channel, requestsOf(incoming), incoming.kind === 'batch', stateless);
    if (stateless) return this.#hand(this.#shareFor(visit, post), post, incoming);
    if (sessionId === undefined && incoming.kind === 'request' && incoming.method === 'initialize') {
      const id = randomUUID();
      response.setHeader('Mcp-Session-Id', id);
      return this.#hand(this.#begin(visit, id), post, incoming);
    }
    const session = this.#find(visit, sessionId);
    if (session !== undefined) this.#hand(session, post, incoming);
  }

  #hand(session: FrontSession | undefined, post: FrontPost, incoming: Message | Batch): void {
    if (session === undefined) this.#tooMany(post);
    else if (post.requests.length === 0) {
      session.send(incoming);
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
      if (session === undefined) return;
      const channel = new Channel(response, true);
      channel.openEvents();
      session.listen(channel);
    }
  }

  #delete(visit: Visit, sessionId: string | undefined): void {
    const session = this.#find(visit, sessionId);
    if (session === undefined || sessionId === undefined) return;
    this.#sessions.delete(sessionId);
    session.stop();
    new Channel(visit.response, false).whole({ status: 200, headers: [] });
  }

  #openOldest(visit: Visit): void {
    const id = randomUUID();
    const session = this.#begin(visit, id);
    if (session === undefined) {
      refuse(visit.response, { status: 503, reason: 'too many servers are running' });
      return;
    }
    const channel = new Channel(visit.response, true);
    channel.openEvents();
    channel.write([Buffer.from(`event: endpoint\ndata: ${OLDEST_POST}?sessionId=${id}\n\n`)]);
    session.listen(channel);
    channel.whenGone(() => {
      this.#sessions.delete(id);
      session.stop();
    });
  }

  async #postOldest(visit: Visit, query: string): Promise<void> {
    const session = this.#find(visit, new URLSearchParams(query).get('sessionId') ?? undefined);
    if (session === undefined) return;
    const read = await readMessage(visit, this.#reading);
    if (read === undefined) return;
    const channel = new Channel(visit.response, false);
    if (read.incoming.kind === 'refused') return answerRefusal(channel, read.incoming);
    session.send(read.incoming);
    channel.whole({ status: 202, headers: [] });
  }

  /** The session of a request, if it is one and the caller's own; otherwise the request has been refused. */
  #find({ response, identity }: Visit, id: string | undefined): FrontSession | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (session !== undefined && session.caller.identity?.id === identity?.id) return session;
    refuse(
      response,
      id === undefined
        ? { status: 400, reason: 'a session is needed; begin with `initialize`' }
        : { status: 404, reason: 'this session is over or never was' },
    );
    return undefined;
  }

  #begin(visit: Visit, id: string): FrontSession | undefined {
    if (this.#count >= this.#most) return undefined;
    const session = this.#create(visit, id, (over) => {
      if (this.#sessions.get(id) === over) this.#sessions.delete(id);
    });
    this.#sessions.set(id, session);
    return session;
  }

  #shareFor(visit: Visit, post: FrontPost): FrontSession | undefined {
    for (const session of this.#shared) {
      // Whoever judges a conversation judges one caller.
      const isOurs = session.caller.identity?.id === visit.identity?.id;
      if (isOurs && !session.isOver && session.canTake(post)) return session;
    }
    if (this.#shared.size >= MOST_SHARED || this.#count >= this.#most) return undefined;
    const session = this.#create(visit, undefined, (over) => void this.#shared.delete(over));
    this.#shared.add(session);
    return session;
  }

  #create(
    { identity, request }: Visit,
    sessionId: string | undefined,
    onOver: (session: FrontSession) => void,
  ): FrontSession {
    const { open, onIncident } = this.#options;
    return new FrontSession({
      open,
      caller: { identity, address: request.socket.remoteAddress, sessionId },
      stateless: sessionId === undefined,
      wire: this.#wire,
      report: (reason) => quietly(onIncident)({ from: 'server', outcome: 'dropped', reason }),
      onOver,
    });
  }

  get #count(): number {
    return this.#sessions.size + this.#shared.size;
  }

  get #most(): number {
    return this.#options.sessions?.most ?? 64;
  }

  #stopIdle(idle: number): void {
    const since = performance.now() - idle;
    for (const session of [...this.#sessions.values(), ...this.#shared]) {
      if (!session.isBusy && session.lastUsed < since) session.stop();
    }
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
