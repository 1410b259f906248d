// Joins a client's pipes, a server process and a relay. Holds no opinion about messages.

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  type ConnectInspector,
  type MessageDiagnostic,
  Relay,
  type RelayOptions,
} from '@claw/jsonrpc-stream';
import { pump, Sink } from './pump.js';
import { defaultPatience, type ServerExit, ServerProcess, type StopTimeouts } from './server-process.js';

export interface StdioProxyOptions {
  /** What starts the server. */
  readonly command: string;
  readonly args?: readonly string[];
  /** The environment of the server; that of this process by default. See `childEnvironment`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The client's side: what it sends and what it reads, usually our own stdin and stdout. */
  readonly client: { readonly input: Readable; readonly output: Writable };
  /** Who judges the messages. Without one, everything passes that is well formed. */
  readonly connect?: ConnectInspector;
  /** Called for every line that was refused, and for other things worth a line in a log. */
  readonly onDiagnostic?: (diagnostic: MessageDiagnostic) => void;
  /** Limits and strictness of the relay, read for every message: with getters they can change. */
  readonly wire?: Pick<RelayOptions, 'limits' | 'strict' | 'unmatched' | 'nonJson'>;
  readonly stopTimeouts?: StopTimeouts;
}

export interface StdioProxy {
  /** Process id of the server; undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the server is gone, the client has been told, and nothing is left running. */
  readonly finished: Promise<ServerExit>;
  /** Ends the server soon: its input is closed, then it is told to end, then killed. Again: the next step now. */
  stop(): void;
}

/** How long what the server said last, and verdicts about it, may hold up the end. */
const LAST_WORDS = 2000;
/** How long a client may take to say its first words to a server that could not be started. */
const FIRST_WORDS = 300;

/**
 * Starts a server and stands between it and the client.
 *
 * @example
 * const proxy = startStdioProxy({ command: 'npx', args: ['-y', 'some-server'], client: { input: process.stdin, output: process.stdout } });
 * process.exitCode = (await proxy.finished).code;
 */
export function startStdioProxy(options: StdioProxyOptions): StdioProxy {
  const { client } = options;
  const server = new ServerProcess(
    {
      command: options.command,
      args: options.args ?? [],
      env: options.env ?? process.env,
      cwd: options.cwd,
    },
    options.stopTimeouts ?? defaultPatience,
  );
  const toClient = new Sink(client.output);
  const toServer = new Sink(server.input);
  const { wire = {} } = options;
  const relay = new Relay({
    get limits() {
      return wire.limits;
    },
    get strict() {
      return wire.strict;
    },
    get unmatched() {
      return wire.unmatched;
    },
    get nonJson() {
      return wire.nonJson;
    },
    toClient: toClient.write,
    toServer: toServer.write,
    ...(options.connect && { connect: options.connect }),
    ...(options.onDiagnostic && { onDiagnostic: options.onDiagnostic }),
  });

  pump(client.input, (chunk) => relay.fromClient(chunk), [toServer, toClient]);
  pump(server.output, (chunk) => relay.fromServer(chunk), [toClient, toServer]);
  let clientGone = false;
  const hangUp = () => {
    if (clientGone) return;
    clientGone = true;
    relay.clientEnded();
    // What it said last may still be judged; the server hears it before its input is closed.
    void atMost(LAST_WORDS, relay.idle()).then(() => server.stop());
  };
  whenOver(client.input, client.input.readableEnded, ['end', 'close'], hangUp);
  whenOver(client.output, client.output.writableEnded, ['close'], hangUp);
  // A server that reads or writes no more is of no use: it is asked to leave, and its end is told as usual.
  const outputOver = new Promise<void>((resolve) => server.output.once('close', resolve));
  server.output.once('end', () => server.stop());
  server.input.once('error', () => server.stop());

  const finish = async (): Promise<ServerExit> => {
    const ended = await server.ended;
    await server.sweep();
    // Whoever starts us says `initialize` at once, and should hear why there is nobody to answer.
    if (server.pid === undefined) await atMost(FIRST_WORDS, once(client.input, 'data'));
    // What it said last is still in the pipe; while the client reads it slowly, we wait. A process that left the
    // group may hold the pipe open for ever, so that otherwise we do not wait for long.
    else while (!(await atMost(LAST_WORDS, outputOver)) && server.output.isPaused());
    relay.serverEnded(ended.reason);
    relay.close();
    await atMost(LAST_WORDS, relay.idle());
    relay.abandon();
    await toClient.flushed(() => clientGone);
    client.input.pause();
    return ended;
  };

  return {
    get pid() {
      return server.pid;
    },
    finished: finish(),
    stop: () => server.hurry(),
  };
}

/** Calls back when a stream is over or breaks, also when that has happened already. It may break more than once. */
function whenOver(
  stream: Readable | Writable,
  isOver: boolean,
  events: readonly string[],
  callback: () => void,
): void {
  for (const event of events) stream.once(event, callback);
  stream.on('error', callback);
  if (isOver || stream.destroyed) queueMicrotask(callback);
}

/** Waits for something, but not longer than this. True when it came. */
async function atMost(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const came = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([came, late]);
  } finally {
    clearTimeout(timer);
  }
}
