// A client that talks over pipes and a server that is a URL, with the judging in between: what a client starts in place
// of a remote server.

import type { Readable, Writable } from 'node:stream';
import {
  type Awaitable,
  type Batch,
  type ConnectInspector,
  Conversation,
  type Incident,
  type Incoming,
  isPromise,
  type Message,
  NdjsonReader,
  type Outcome,
  parseMessage,
} from '@claw/jsonrpc-stream';
import { Forwarder } from './forward.js';
import { dataOf } from './frames.js';
import { quietly } from './quietly.js';
import { Upstream, type UpstreamOptions } from './upstream.js';
import { UpstreamSession } from './upstream-session.js';
import type { UpstreamToken } from './upstream-token.js';
import { type Sink, Valve } from './valve.js';
import { readingRules, type WireOptions, wireInForce } from './wire-in-force.js';

export interface RemoteProxyOptions {
  /** The one place that requests are sent to. */
  readonly url: string | URL;
  /** The client's side: what it sends and what it reads, usually our own stdin and stdout. */
  readonly client: { readonly input: Readable; readonly output: Writable };
  /** Who judges the messages. Without one, everything passes that is well formed. */
  readonly connect?: ConnectInspector;
  readonly onIncident?: (incident: Incident) => void;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly upstreamToken?: UpstreamToken | undefined;
  readonly upstream?: UpstreamOptions;
  readonly wire?: WireOptions;
}

export interface RemoteProxy {
  /** Resolves when the client has gone, its last requests are answered, and nothing is left open. */
  readonly finished: Promise<void>;
  /** Ends soon. */
  stop(): void;
}

/** How long answers may still take after the client has said its last word. */
const LAST_ANSWERS = 5000;
const GOODBYE = 2000;
const LOOK_AGAIN = 20;

const NEWLINE = Buffer.from('\n');

/**
 * Stands between a client that talks over pipes and a remote server.
 *
 * @example
 * const proxy = startRemoteProxy({ url: 'https://example.com/mcp', client: { input: process.stdin, output: process.stdout } });
 * await proxy.finished;
 */
export function startRemoteProxy(options: RemoteProxyOptions): RemoteProxy {
  const { client } = options;
  const wire = wireInForce(options.wire ?? {});
  const ofClient = readingRules('client', wire);
  const onIncident = quietly(options.onIncident);
  const report = (reason: string) => onIncident({ from: 'server', outcome: 'dropped', reason });
  const upstream = new Upstream(options.url, options.upstream);
  const credentials = {
    headers: options.headers,
    upstreamToken: options.upstreamToken,
    keepAuthorization: true,
  };
  const forwarder = new Forwarder(upstream, credentials);

  let isOver = false;
  // A reader that is slow slows down whoever makes it read, instead of filling our memory: the server by what it says,
  // the client by what is said to it in place of the server.
  const ofServer = new Valve({ pause: () => session.pause(), resume: () => session.resume() });
  const ofInput = new Valve({
    pause: () => client.input.pause(),
    resume: () => isOver || client.input.resume(),
  });
  const reading: Sink = { whenRoom: (callback) => client.output.once('drain', callback) };
  const toClient = (frame: readonly Uint8Array[], valve: Valve) => {
    const { output } = client;
    if (output.destroyed || output.writableEnded) return;
    if (!output.write(Buffer.concat([dataOf(frame), NEWLINE]))) valve.closeFor(reading);
  };
  const send = (message: Message | Batch, valve: Valve) => {
    session.send(message);
    if (session.isFull) valve.closeFor(session);
  };
  const toServer = (frame: readonly Uint8Array[], valve: Valve) => {
    const message = parseMessage(dataOf(frame), ofClient);
    if (message !== undefined && message.kind !== 'refused') send(message as Message | Batch, valve);
  };
  const conversation = new Conversation({
    say: (to, { frame }) => (to === 'client' ? toClient(frame, ofServer) : toServer(frame, ofServer)),
    ...(options.connect && { connect: options.connect }),
    onIncident,
    get unmatched() {
      return wire.unmatched;
    },
  });
  let judging = 0;
  const settle = (outcome: Awaitable<Outcome>, act: (outcome: Outcome) => void) => {
    if (!isPromise(outcome)) return act(outcome);
    judging++;
    void outcome.then((settled) => {
      judging--;
      act(settled);
    });
  };
  const fromServer = (incoming: Incoming) => {
    settle(conversation.receive('server', incoming), ({ ahead, back }) => {
      if (ahead !== undefined) toClient(ahead, ofServer);
      if (back !== undefined) toServer(back, ofServer);
    });
  };
  const session = new UpstreamSession({
    forwarder,
    url: upstream.url,
    wire,
    report,
    onMessage: fromServer,
    onWithheld: (requests, why) => {
      for (const { frame } of conversation.withhold(requests, why)) toClient(frame, ofServer);
    },
    onFailure: (requests, reason) => {
      for (const { frame } of conversation.fail(requests, reason)) toClient(frame, ofInput);
    },
  });
  const fromClient = (incoming: Incoming) => {
    settle(conversation.receive('client', incoming), ({ ahead, back, unchanged }) => {
      if (ahead !== undefined)
        unchanged ? send(incoming as Message | Batch, ofInput) : toServer(ahead, ofInput);
      if (back !== undefined) toClient(back, ofInput);
    });
  };

  const reader = new NdjsonReader(ofClient);
  client.input.on('data', (chunk: Uint8Array) => {
    for (const incoming of reader.push(chunk)) fromClient(incoming);
  });
  let stop: () => void = () => {};
  const gone = new Promise<boolean>((resolve) => {
    for (const event of ['end', 'close', 'error']) client.input.once(event, () => resolve(false));
    for (const event of ['close', 'error']) client.output.once(event, () => resolve(true));
    stop = () => resolve(true);
  });

  const finish = async (): Promise<void> => {
    const hurried = await gone;
    const rest = reader.end();
    if (rest !== undefined) fromClient(rest);
    const deadline = performance.now() + (hurried ? 0 : LAST_ANSWERS);
    while ((session.isBusy || judging > 0) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
    conversation.close();
    await session.close(GOODBYE);
    for (const { frame } of conversation.abandon()) toClient(frame, ofServer);
    await upstream.close();
    isOver = true;
    client.input.pause();
  };
  return { finished: finish(), stop: () => stop() };
}
