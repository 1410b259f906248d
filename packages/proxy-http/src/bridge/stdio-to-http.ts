// Connects a client on stdio to a remote HTTP server through an inspector. Clients start this proxy in place of the
// remote server.

import type { Readable, Writable } from 'node:stream';
import {
  type Awaitable,
  type Batch,
  type ConnectInspector,
  Conversation,
  type Incoming,
  isPromise,
  type Message,
  type MessageDiagnostic,
  NdjsonReader,
  type Outcome,
  parseMessage,
  type Side,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { ignoreErrors } from '../ignore-errors.js';
import { UpstreamSession } from '../mcp-client/upstream-session.js';
import { toJsonLine } from '../response/message-encoding.js';
import { Forwarder } from '../upstream/forwarder.js';
import { Upstream, type UpstreamOptions } from '../upstream/upstream.js';
import type { UpstreamToken } from '../upstream/upstream-token.js';
import { Backpressure, type Drainable } from './backpressure.js';

export interface StdioToHttpProxyOptions {
  /** The URL of the MCP server. */
  readonly url: string | URL;
  /** The streams of the client, usually `process.stdin` and `process.stdout`. */
  readonly client: { readonly input: Readable; readonly output: Writable };
  /** Creates the inspector of each conversation. Without it, all valid messages are forwarded. */
  readonly connect?: ConnectInspector;
  readonly onDiagnostic?: (diagnostic: MessageDiagnostic) => void;
  /** The headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly upstreamToken?: UpstreamToken | undefined;
  readonly upstream?: UpstreamOptions;
  readonly wire?: WireSettings;
}

export interface StdioToHttpProxy {
  /** Resolves when the client has disconnected, its last requests have responses and all connections are closed. */
  readonly finished: Promise<void>;
  /** Stops without waiting for missing responses. */
  stop(): void;
}

/** The time to wait for responses after the client has closed its input, in milliseconds. */
const DRAIN_TIMEOUT = 5000;
const CLOSE_TIMEOUT = 2000;
const POLL_INTERVAL = 20;

const NEWLINE = Buffer.from('\n');

/**
 * Starts a proxy between a client on stdio and a remote server.
 *
 * @example
 * const proxy = startStdioToHttpProxy({ url: 'https://example.com/mcp', client: { input: process.stdin, output: process.stdout } });
 * await proxy.finished;
 */
export function startStdioToHttpProxy(options: StdioToHttpProxyOptions): StdioToHttpProxy {
  const { client } = options;
  const { wire = {} } = options;
  const onDiagnostic = ignoreErrors(options.onDiagnostic);
  const report = (reason: string, from: Side = 'server') =>
    onDiagnostic({ from, outcome: 'dropped', reason });
  const upstream = new Upstream(options.url, options.upstream);
  const credentials = {
    headers: options.headers,
    upstreamToken: options.upstreamToken,
    keepAuthorization: true,
  };
  const forwarder = new Forwarder(upstream, credentials);

  let hasEnded = false;
  // A slow client pauses the server that sends to it, or its own input if it does not read the responses of the
  // proxy.
  const serverBackpressure = new Backpressure({
    pause: () => session.pause(),
    resume: () => session.resume(),
  });
  const inputBackpressure = new Backpressure({
    pause: () => client.input.pause(),
    resume: () => hasEnded || client.input.resume(),
  });
  const clientOutput: Drainable = { onceDrained: (callback) => client.output.once('drain', callback) };
  const toClient = (frame: readonly Uint8Array[], backpressure: Backpressure) => {
    const { output } = client;
    if (output.destroyed || output.writableEnded) return;
    if (!output.write(Buffer.concat([toJsonLine(frame), NEWLINE])))
      backpressure.pauseUntilDrained(clientOutput);
  };
  const send = (message: Message | Batch, backpressure: Backpressure) => {
    session.send(message);
    if (session.isFull) backpressure.pauseUntilDrained(session);
  };
  const toServer = (frame: readonly Uint8Array[], backpressure: Backpressure) => {
    const message = parseMessage(toJsonLine(frame), { sender: 'client', wire });
    if (message !== undefined && message.kind !== 'refused') send(message as Message | Batch, backpressure);
  };
  const conversation = new Conversation({
    send: (to, { frame }) =>
      to === 'client' ? toClient(frame, serverBackpressure) : toServer(frame, serverBackpressure),
    ...(options.connect && { connect: options.connect }),
    onDiagnostic,
    wire,
  });
  let pendingVerdicts = 0;
  const whenDecided = (outcome: Awaitable<Outcome>, act: (outcome: Outcome) => void) => {
    if (!isPromise(outcome)) return act(outcome);
    pendingVerdicts++;
    void outcome.then((decided) => {
      pendingVerdicts--;
      act(decided);
    });
  };
  const fromServer = (incoming: Incoming) => {
    whenDecided(conversation.receive('server', incoming), ({ toReceiver, toSender }) => {
      if (toReceiver !== undefined) toClient(toReceiver, serverBackpressure);
      if (toSender !== undefined) toServer(toSender, serverBackpressure);
    });
  };
  const session = new UpstreamSession({
    forwarder,
    url: upstream.url,
    wire,
    report,
    onMessage: fromServer,
    onWithheld: (requests, why) => {
      for (const { frame } of conversation.withhold(requests, why)) toClient(frame, serverBackpressure);
    },
    onFailure: (requests, reason) => {
      for (const { frame } of conversation.fail(requests, reason)) toClient(frame, inputBackpressure);
    },
  });
  const fromClient = (incoming: Incoming) => {
    whenDecided(conversation.receive('client', incoming), ({ toReceiver, toSender, unchanged }) => {
      if (toReceiver !== undefined)
        unchanged
          ? send(incoming as Message | Batch, inputBackpressure)
          : toServer(toReceiver, inputBackpressure);
      if (toSender !== undefined) toClient(toSender, inputBackpressure);
    });
  };

  const reader = new NdjsonReader({ sender: 'client', wire });
  client.input.on('data', (chunk: Uint8Array) => {
    for (const incoming of reader.push(chunk)) fromClient(incoming);
  });
  let stop: () => void = () => {};
  let isStopped = false;
  const clientGone = new Promise<boolean>((resolve) => {
    for (const event of ['end', 'close', 'error']) client.input.once(event, () => resolve(false));
    for (const event of ['close', 'error']) client.output.once(event, () => resolve(true));
    stop = () => {
      isStopped = true;
      resolve(true);
    };
  });

  const finish = async (): Promise<void> => {
    const isUrgent = await clientGone;
    const rest = reader.end();
    if (rest !== undefined) fromClient(rest);
    const deadline = performance.now() + (isUrgent ? 0 : DRAIN_TIMEOUT);
    while ((session.isBusy || pendingVerdicts > 0) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    }
    conversation.close();
    await session.close(CLOSE_TIMEOUT);
    const reason = isStopped ? 'the proxy was stopped' : 'the client disconnected';
    for (const { frame } of conversation.abandon(reason)) toClient(frame, serverBackpressure);
    await upstream.close();
    hasEnded = true;
    client.input.pause();
  };
  return { finished: finish(), stop: () => stop() };
}
