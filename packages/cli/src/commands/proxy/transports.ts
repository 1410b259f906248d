// Connects the two endpoints of a proxy: stdio or HTTP on the client side, a command or a URL on the server side.

import type { Caller as HttpCaller } from '@claw/proxy-http';
import { childEnvironment, type MessageDiagnostic, startStdioProxy } from '@claw/proxy-stdio';
import { requireAnyToken } from '../../command-line/tokens.js';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import type { Caller } from '../../firewall/compose.js';
import type { StartedFirewall } from '../../firewall/start.js';
import type { Endpoints, Listener } from './endpoints.js';

/** A running proxy. */
export interface RunningProxy {
  /** Resolves with the exit code, and with the reason if the code is not 0. */
  readonly finished: Promise<{ readonly code: number; readonly reason: string }>;
  stop(): void;
}

interface Parts {
  readonly endpoints: Endpoints;
  readonly firewall: StartedFirewall;
  readonly onDiagnostic: (diagnostic: MessageDiagnostic) => void;
  readonly diagnostics: Diagnostics;
}

/** Starts the proxy. Throws if it cannot listen. */
export async function startProxy(parts: Parts): Promise<RunningProxy> {
  const { listener, upstream } = parts.endpoints;
  if (listener.kind === 'http') return startEndpoint(parts, listener);
  return upstream.kind === 'command'
    ? startChild(parts, upstream.words, processStdio)
    : startRemote(parts, upstream, processStdio);
}

type Client = Parameters<typeof startStdioProxy>[0]['client'];

function startChild(
  { firewall, onDiagnostic }: Parts,
  words: readonly [string, ...string[]],
  client: Client,
  caller?: Caller,
): RunningProxy {
  const [command, ...args] = words;
  const env = childEnvironment(process.env);
  const { connect, wire } = firewall;
  return startStdioProxy({ command, args, env, client, connect: connect(caller), wire, onDiagnostic });
}

async function startRemote(
  { firewall, onDiagnostic, diagnostics }: Parts,
  { url, headers }: Extract<Endpoints['upstream'], { kind: 'url' }>,
  client: Client,
): Promise<RunningProxy> {
  const { startStdioToHttpProxy } = await import('@claw/proxy-http');
  const { connect, wire } = firewall;
  const { createUpstreamToken } = await import('../../remote-login/upstream-token.js');
  const { upstreamToken, close } = createUpstreamToken(url, diagnostics);
  const proxy = startStdioToHttpProxy({
    url,
    headers,
    upstreamToken,
    client,
    connect: connect(),
    wire,
    onDiagnostic,
  });
  const done = { code: 0, reason: 'The client disconnected.' };
  return { finished: proxy.finished.then(close).then(() => done), stop: () => proxy.stop() };
}

async function startEndpoint(
  parts: Parts,
  { host, port, tokens, warnings, tls }: Extract<Listener, { kind: 'http' }>,
): Promise<RunningProxy> {
  const { endpoints, firewall, onDiagnostic, diagnostics } = parts;
  const { requireToken, startHttpToStdioBridge, startHttpProxy } = await import('@claw/proxy-http');
  // The endpoint listens only when the firewall is ready: requests of one session may come from different addresses,
  // and a deferred request would lose its address.
  await firewall.ready;
  const listen = {
    host,
    port,
    ...(tokens.length > 0 && { authenticate: requireAnyToken(tokens, requireToken) }),
    ...(tls !== undefined && { tls }),
  };
  const { upstream } = endpoints;
  const { connect, wire, listeners } = firewall;
  const { createUpstreamToken } = await import('../../remote-login/upstream-token.js');
  const login = upstream.kind === 'url' ? createUpstreamToken(upstream.url, diagnostics) : undefined;
  const listening =
    upstream.kind === 'url'
      ? await startHttpProxy({
          url: upstream.url,
          headers: upstream.headers,
          upstreamToken: login?.upstreamToken,
          listen,
          wire,
          streamAccess: listeners,
          onDiagnostic,
          connect: (peer, caller) => connect(callerOf(caller))(peer),
        })
      : await startHttpToStdioBridge({
          listen,
          streamAccess: listeners,
          onDiagnostic,
          wire,
          startServer: (client, caller) => startChild(parts, upstream.words, client, callerOf(caller)),
        });
  for (const message of warnings) diagnostics.write({ level: 'warn', event: 'listener_insecure', message });
  const url = `${listening.origin}/mcp`;
  diagnostics.write({ level: 'info', event: 'listening', message: `Listening on ${url}`, fields: { url } });
  let stop = () => {};
  const finished = new Promise<{ code: number; reason: string }>((resolve) => {
    const end = async () => {
      await listening.close();
      await login?.close();
    };
    stop = () => void end().then(() => resolve({ code: 0, reason: 'Stopped.' }));
  });
  return { finished, stop: () => stop() };
}

const callerOf = (caller: HttpCaller): Caller => ({
  identity: caller.identity && (caller.identity.id || 'token'),
  address: () => caller.address,
  session: () => caller.sessionId,
});

/** Opening stdin and stdout takes Node a few milliseconds. The getters delay this until the server is starting. */
const processStdio = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stdout;
  },
};
