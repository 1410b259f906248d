// Joins a client's pipes, a server process and a relay. Holds no opinion about messages.

import type { Readable, Writable } from 'node:stream';
import { type ConnectInspector, type Incident, Relay, type RelayOptions } from '@claw/jsonrpc-stream';
import { pump, Sink } from './pump.js';
import { defaultPatience, type Ended, type Patience, ServerProcess } from './server-process.js';

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
  readonly onIncident?: (incident: Incident) => void;
  /** Limits and strictness of the relay. */
  readonly wire?: Pick<RelayOptions, 'limits' | 'strict' | 'unmatched' | 'nonJson'>;
  readonly patience?: Patience;
}

export interface StdioProxy {
  /** Process id of the server; undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the server is gone, the client has been told, and nothing is left running. */
  readonly finished: Promise<Ended>;
  /** Ends the server soon: its input is closed, then it is told to end, then killed. Again: the next step now. */
  stop(): void;
}

/** How long verdicts that are still awaited may hold up the end. */
const LAST_VERDICTS = 2000;

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
    options.patience ?? defaultPatience,
  );
  const toClient = new Sink(client.output);
  const toServer = new Sink(server.input);
  const relay = new Relay({
    ...options.wire,
    toClient: toClient.write,
    toServer: toServer.write,
    ...(options.connect && { connect: options.connect }),
    ...(options.onIncident && { onIncident: options.onIncident }),
  });

  pump(client.input, (chunk) => relay.fromClient(chunk), [toServer, toClient]);
  pump(server.output, (chunk) => relay.fromServer(chunk), [toClient, toServer]);
  const outputOver = new Promise<void>((resolve) => server.output.once('close', resolve));

  const clientGone = () => server.stop();
  client.input.once('end', () => {
    relay.clientEnded();
    clientGone();
  });
  client.input.once('error', clientGone);
  client.output.once('error', clientGone);
  client.output.once('close', clientGone);

  const finish = async (): Promise<Ended> => {
    const ended = await server.ended;
    await server.sweep();
    // Whatever it said last is still in the pipe. A process that left the group may hold the pipe open for ever.
    if (server.pid !== undefined)
      await orAfter(outputOver, LAST_VERDICTS, () => server.output.readableFlowing === false);
    relay.serverEnded(ended.reason);
    relay.close();
    await orAfter(relay.idle(), LAST_VERDICTS);
    await toClient.flushed();
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

/** Waits for a promise, but not longer than this; `unless` something says that waiting longer makes sense. */
async function orAfter(
  promise: Promise<void>,
  delay: number,
  unless: () => boolean = () => false,
): Promise<void> {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  do {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, delay)))]);
    clearTimeout(timer);
  } while (!over && unless());
}
