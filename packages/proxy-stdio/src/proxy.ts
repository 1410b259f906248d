// Connects the streams of a client, a server process and a relay. Does not decide on messages.

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  type ConnectInspector,
  type MessageDiagnostic,
  Relay,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { atMost } from './at-most.js';
import { pump, Sink } from './pump.js';
import {
  DEFAULT_STOP_TIMEOUTS,
  type ServerExit,
  ServerProcess,
  type StopTimeouts,
} from './server-process.js';

export interface StdioProxyOptions {
  /** The command that starts the server. */
  readonly command: string;
  readonly args?: readonly string[];
  /** The environment of the server; by default, that of this process. See `childEnvironment`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The streams of the client, usually stdin and stdout of this process. */
  readonly client: { readonly input: Readable; readonly output: Writable };
  /** Creates the inspector, which decides on the messages. Without it, all valid messages are forwarded. */
  readonly connect?: ConnectInspector;
  /** Called for every rejected line, and for other diagnostics. */
  readonly onDiagnostic?: (diagnostic: MessageDiagnostic) => void;
  readonly wire?: WireSettings | undefined;
  readonly stopTimeouts?: StopTimeouts;
}

export interface StdioProxy {
  /** The process id of the server, or undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the server has exited, the client has its responses, and no process of the group is running. */
  readonly finished: Promise<ServerExit>;
  /**
   * Stops the server in steps: closes its input, then sends SIGTERM, then SIGKILL. Each further call goes to the next
   * step immediately.
   */
  stop(): void;
}

/** The maximum time for the last output of the server and for pending verdicts, before the proxy ends. */
const FINAL_OUTPUT_TIMEOUT = 2000;
/** The time to wait for the first message of the client if the server could not be started. */
const FIRST_MESSAGE_TIMEOUT = 300;

/**
 * Starts a server and connects it with the client through the inspector.
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
    options.stopTimeouts ?? DEFAULT_STOP_TIMEOUTS,
  );
  const toClient = new Sink(client.output);
  const toServer = new Sink(server.input);
  const relay = new Relay({
    wire: options.wire,
    toClient: toClient.write,
    toServer: toServer.write,
    ...(options.connect && { connect: options.connect }),
    ...(options.onDiagnostic && { onDiagnostic: options.onDiagnostic }),
  });

  pump(client.input, (chunk) => relay.fromClient(chunk), [toServer, toClient]);
  pump(server.output, (chunk) => relay.fromServer(chunk), [toClient, toServer]);
  let clientGone = false;
  const onClientEnd = () => {
    if (clientGone) return;
    clientGone = true;
    relay.clientEnded();
    // The last messages of the client may still be in inspection; the server receives them before its input is
    // closed.
    void atMost(FINAL_OUTPUT_TIMEOUT, relay.idle()).then(() => server.closeInput());
  };
  whenOver(client.input, client.input.readableEnded, ['end', 'close'], onClientEnd);
  whenOver(client.output, client.output.writableEnded, ['close'], onClientEnd);
  // A server that has closed its output cannot respond any more, so it is stopped.
  const outputOver = new Promise<void>((resolve) => server.output.once('close', resolve));
  server.output.once('end', () => server.closeInput());
  server.input.once('error', () => server.closeInput());

  const finish = async (): Promise<ServerExit> => {
    const ended = await server.ended;
    await server.stopDescendants();
    // Clients send `initialize` immediately, and the response tells them why the server could not be started.
    if (server.pid === undefined) await atMost(FIRST_MESSAGE_TIMEOUT, once(client.input, 'data'));
    // The last output may still be in the pipe, so the proxy waits while the client reads it. Otherwise the wait is
    // short, because a process that has left the group may keep the pipe open.
    else while (!(await atMost(FINAL_OUTPUT_TIMEOUT, outputOver)) && server.output.isPaused());
    relay.serverEnded(clientGone && !hasFailed(ended) ? 'the client disconnected' : ended.reason);
    relay.close();
    await atMost(FINAL_OUTPUT_TIMEOUT, relay.idle());
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
    stop: () => server.stop(),
  };
}

/** True if the server failed by itself. A server is stopped with a signal if it does not exit after the client. */
const hasFailed = ({ code }: ServerExit): boolean => code > 0 && code <= 128;

/** Calls back when a stream has ended or failed, even if that happened earlier. A stream may fail more than once. */
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
