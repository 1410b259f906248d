// The four ways to stand in the middle: pipes or HTTP in front, a command or a URL behind.

import type { Caller as HttpCaller } from '@claw/proxy-http';
import { childEnvironment, type Incident, startStdioProxy } from '@claw/proxy-stdio';
import type { Caller } from '../firewall/compose.js';
import type { StartedFirewall } from '../firewall/start.js';
import type { Output } from '../output.js';
import type { Ends, Front } from './proxy-ends.js';
import { anyOf } from './serve/tokens.js';

/** A proxy that runs. */
export interface Running {
  /** The exit code, and why when it is not 0. */
  readonly finished: Promise<{ readonly code: number; readonly reason: string }>;
  stop(): void;
}

interface Parts {
  readonly ends: Ends;
  readonly firewall: StartedFirewall;
  readonly onIncident: (incident: Incident) => void;
  readonly output: Output;
}

/** Starts the pairing. Throws when it cannot listen. */
export async function startPairing(parts: Parts): Promise<Running> {
  const { front, behind } = parts.ends;
  if (front.kind === 'http') return startEndpoint(parts, front);
  return behind.kind === 'command'
    ? startChild(parts, behind.words, ownPipes)
    : startRemote(parts, behind, ownPipes);
}

type Client = Parameters<typeof startStdioProxy>[0]['client'];

function startChild(
  { firewall, onIncident }: Parts,
  words: readonly [string, ...string[]],
  client: Client,
  caller?: Caller,
): Running {
  const [command, ...args] = words;
  const env = childEnvironment(process.env);
  const { connect, wire } = firewall;
  return startStdioProxy({ command, args, env, client, connect: connect(caller), wire, onIncident });
}

async function startRemote(
  { firewall, onIncident, output }: Parts,
  { url, headers }: Extract<Ends['behind'], { kind: 'url' }>,
  client: Client,
): Promise<Running> {
  const { startRemoteProxy } = await import('@claw/proxy-http');
  const { connect, wire } = firewall;
  const { createUpstreamToken } = await import('../remote-login/upstream-token.js');
  const { upstreamToken, close } = createUpstreamToken(url, output);
  const proxy = startRemoteProxy({
    url,
    headers,
    upstreamToken,
    client,
    connect: connect(),
    wire,
    onIncident,
  });
  const done = { code: 0, reason: 'the client is gone' };
  return { finished: proxy.finished.then(close).then(() => done), stop: () => proxy.stop() };
}

async function startEndpoint(parts: Parts, front: Extract<Front, { kind: 'http' }>): Promise<Running> {
  const { ends, firewall, onIncident, output } = parts;
  const { requireToken, startFront, startHttpProxy } = await import('@claw/proxy-http');
  const { host, port, tokens, warnings, tls } = front;
  // Requests of one session come from anywhere: none may wait until it is no longer known from where.
  await firewall.ready;
  const listen = {
    host,
    port,
    ...(tokens.length > 0 && { authenticate: anyOf(tokens, requireToken) }),
    ...(tls !== undefined && { tls }),
  };
  const { behind } = ends;
  const { connect, wire, listeners } = firewall;
  const { createUpstreamToken } = await import('../remote-login/upstream-token.js');
  const login = behind.kind === 'url' ? createUpstreamToken(behind.url, output) : undefined;
  const listening =
    behind.kind === 'url'
      ? await startHttpProxy({
          url: behind.url,
          headers: behind.headers,
          upstreamToken: login?.upstreamToken,
          listen,
          wire,
          listeners,
          onIncident,
          connect: (peer, caller) => connect(callerOf(caller))(peer),
        })
      : await startFront({
          listen,
          listeners,
          onIncident,
          get limits() {
            return wire.limits ?? {};
          },
          open: (client, caller) => startChild(parts, behind.words, client, callerOf(caller)),
        });
  for (const warning of warnings) output.complain(warning);
  output.complain(`listening on ${listening.origin}/mcp`);
  let stop = () => {};
  const finished = new Promise<{ code: number; reason: string }>((resolve) => {
    const end = async () => {
      await listening.close();
      await login?.close();
    };
    stop = () => void end().then(() => resolve({ code: 0, reason: 'it was told to stop' }));
  });
  return { finished, stop: () => stop() };
}

const callerOf = (caller: HttpCaller): Caller => ({
  identity: caller.identity && (caller.identity.id || 'token'),
  address: () => caller.address,
  session: () => caller.sessionId,
});

/** Opening our own pipes takes Node some milliseconds; as getters they are opened while the server is starting. */
const ownPipes = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stdout;
  },
};
