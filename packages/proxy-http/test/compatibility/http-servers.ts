// Starts real servers over HTTP, each in a separate process, and provides their scripts and the comparable part of
// their responses.

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { converse, type Step, type Transcript } from '../../../cli/test/compatibility/conversation.js';
import { fixture, installed } from '../../../cli/test/compatibility/fixtures.js';
import { servers as scripted } from '../../../cli/test/compatibility/servers.js';
import type { HttpClient, Way } from './http-clients.js';
import { type RunningServer, runServer } from './running-server.js';

const everything = installed('@modelcontextprotocol/server-everything/dist/index.js');

export interface HttpServer {
  readonly name: string;
  readonly path: string;
  readonly start: () => Promise<RunningServer>;
}

export const servers: readonly HttpServer[] = [
  { name: 'server-everything', path: '/mcp', start: () => runServer(everything, ['streamableHttp'], 'PORT') },
  { name: 'server-everything', path: '/sse', start: () => runServer(everything, ['sse'], 'PORT') },
  {
    name: 'fastmcp',
    path: '/mcp',
    start: () => runServer(fixture('servers/fastmcp.mjs'), [], 'FIXTURE_PORT'),
  },
];

/** Returns the direct connection, without a proxy. */
export const directly = (url: string): Way => (url.endsWith('/sse') ? { sse: url } : { http: url });

/** Runs a server for a group of tests; `isLeftOut` selects steps to skip. */
export function useServer({ name, path, start }: HttpServer, isLeftOut = (_: Step) => false) {
  let server: RunningServer | undefined;
  let folder = '';
  beforeAll(async () => {
    server = await start();
    folder = await realpath(await mkdtemp(join(tmpdir(), 'compatibility-')));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });
  const kind = scripted.find((each) => each.name === name) as (typeof scripted)[number];
  // With this server, it depends on timing whether a request that a timer sends finds an open stream, even without a
  // proxy.
  const isAboutRoots = (step: Step) => name === 'fastmcp' && ('until' in step || 'notify' in step);
  const script = (modern: boolean) =>
    kind
      .script(folder)(modern)
      .filter((step) => !isAboutRoots(step) && !isLeftOut(step));
  return {
    url: () => `http://localhost:${server?.port}${path}`,
    /** Returns all messages that a client receives over this connection. */
    async talk(client: HttpClient, way: Way): Promise<Transcript> {
      return comparable(await converse(client.by(way), { command: '', args: [] }, script, folder));
    },
  };
}

/** Sorts the keys of a message, because a transport of the SDK may change their order. */
const sorted = (line: string): string =>
  JSON.stringify(JSON.parse(line), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Requests that timers send; whether they arrive depends on timing, even without a proxy. */
const BY_LUCK = /"method":"roots\/list"/;

const withoutSessions = (text: string): string =>
  text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'SESSION');

/**
 * Returns the comparable part of a conversation. Sessions have random names. In addition, both SDKs resume every
 * ended stream, and a server that stores its events sends them again each time.
 */
export function comparable({ heard, outcomes, ...transcript }: Transcript): Transcript {
  const said = heard.map((line) => withoutSessions(sorted(line))).filter((line) => !BY_LUCK.test(line));
  return {
    ...transcript,
    outcomes: JSON.parse(withoutSessions(JSON.stringify(outcomes))),
    heard: [...new Set(said)].sort(),
  };
}
