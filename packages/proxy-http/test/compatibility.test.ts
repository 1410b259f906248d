// Real clients talk to real servers over HTTP, once directly and once through each way of ours, and must not notice any
// difference.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { converse, type Step, type Transcript } from '../../cli/test/compatibility/conversation.js';
import { fixture, installed } from '../../cli/test/compatibility/fixtures.js';
import { sdk1 } from '../../cli/test/compatibility/sdk1.js';
import { sdk2 } from '../../cli/test/compatibility/sdk2.js';
import { servers as scripted } from '../../cli/test/compatibility/servers.js';
import type { ClientKind } from '../../cli/test/compatibility/session.js';
import { type OpenPipe, startFront, startHttpProxy, startRemoteProxy } from '../src/index.js';
import { clients, type Way } from './compatibility/http-clients.js';
import { type RunningServer, runServer } from './compatibility/running-server.js';

const everything = installed('@modelcontextprotocol/server-everything/dist/index.js');

const servers = [
  {
    name: 'server-everything',
    path: '/mcp',
    oldest: false,
    start: () => runServer(everything, ['streamableHttp'], 'PORT'),
  },
  {
    name: 'server-everything',
    path: '/sse',
    oldest: true,
    start: () => runServer(everything, ['sse'], 'PORT'),
  },
  {
    name: 'fastmcp',
    path: '/mcp',
    oldest: false,
    start: () => runServer(fixture('servers/fastmcp.mjs'), [], 'FIXTURE_PORT'),
  },
];

/** A way from a client to the server at this URL, and how to take it down. */
type MakeWay = (url: string, oldest: boolean) => Promise<{ way: Way; close: () => Promise<unknown> }>;

const directly: MakeWay = async (url, oldest) => ({
  way: oldest ? { sse: url } : { http: url },
  close: async () => {},
});

const ways: Readonly<Record<string, MakeWay>> = {
  'the reverse proxy': async (url, oldest) => {
    const proxy = await startHttpProxy({ url });
    return {
      way: oldest ? { sse: `${proxy.origin}/sse` } : { http: `${proxy.origin}/mcp` },
      close: () => proxy.close(0),
    };
  },
  'pipes in front': async (url) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const proxy = startRemoteProxy({ url, client: { input, output } });
    return { way: { pipes: { input, output }, done: () => proxy.finished }, close: async () => proxy.stop() };
  },
  'a front in front of a remote server': async (url) => {
    const front = await startFront({ open: (client) => startRemoteProxy({ url, client }) });
    return { way: { http: `${front.origin}/mcp` }, close: () => front.close(0) };
  },
  'the oldest transport in front': async (url) => {
    const front = await startFront({ open: (client) => startRemoteProxy({ url, client }) });
    return { way: { sse: `${front.origin}/sse` }, close: () => front.close(0) };
  },
};

const scriptOf = (name: string, folder: string) =>
  (scripted.find((each) => each.name === name) as (typeof scripted)[number]).script(folder);

/** The same message whichever transport of an SDK has sorted its keys. */
const sorted = (line: string): string =>
  JSON.stringify(JSON.parse(line), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Questions that timers ask: some runs see them, directly too. */
const BY_LUCK = /"method":"roots\/list"/;

/**
 * Sessions have random names. And both SDKs ask for the rest of every stream that has ended, whereupon a server that keeps
 * its events says them again, as often as it happens to be asked.
 */
function comparable({ heard, ...transcript }: Transcript): Transcript {
  const unnamed = heard.map((line) =>
    sorted(line).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'SESSION'),
  );
  const said = unnamed.filter((line) => !BY_LUCK.test(line));
  return { ...transcript, heard: [...new Set(said)].sort() };
}

for (const { name, path, oldest, start } of servers) {
  describe(`${name} at ${path}`, () => {
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
    // Whether a question that a timer asks finds a stream to be asked on is a matter of luck with this one, also directly.
    const isAboutRoots = (step: Step) => name === 'fastmcp' && ('until' in step || 'notify' in step);
    const script = (modern: boolean) => scriptOf(name, folder)(modern).filter((step) => !isAboutRoots(step));

    for (const client of clients) {
      test(`answers ${client.name} the same through each way`, async () => {
        const url = `http://localhost:${server?.port}${path}`;
        const talk = async (make: MakeWay) => {
          const { way, close } = await make(url, oldest);
          try {
            const transcript = await converse(client.by(way), { command: '', args: [] }, script, folder);
            return comparable(transcript);
          } finally {
            await close();
          }
        };
        const direct = await talk(directly);
        // Two silent servers would be equal too.
        expect(direct.heard.length).toBeGreaterThan(40);
        const others = Object.entries(ways).map(async ([way, make]) => ({ way, ...(await talk(make)) }));
        for (const there of await Promise.all(others)) expect(there).toEqual({ way: there.way, ...direct });
      });
    }
  });
}

describe('a server on pipes', () => {
  for (const name of ['SDK 2.4 server of both eras', 'SDK 1.32 server']) {
    for (const [client, onPipes] of [
      [clients[0], sdk1],
      [clients[1], sdk2('auto', 'auto')],
    ] as const) {
      test(`${name} answers ${client?.name} over HTTP as it does over pipes`, async () => {
        const folder = await realpath(await mkdtemp(join(tmpdir(), 'compatibility-')));
        onTestFinished(() => rm(folder, { recursive: true }));
        const kind = scripted.find((each) => each.name === name) as (typeof scripted)[number];
        const { command, args } = kind.start(folder);
        // The status that HTTP has for an unknown method is an error of its own to this client.
        const script = (modern: boolean) =>
          kind
            .script(folder)(modern)
            .filter((step) => !(modern && 'ask' in step && step.ask === 'vendor/unknown'));
        const direct = comparable(await converse(onPipes, { command, args }, script, folder));
        const front = await startFront({ open: openChild(command, args) });
        onTestFinished(() => front.close(0));
        const way = { http: `${front.origin}/mcp` };
        const there = comparable(
          await converse(client?.by(way) as ClientKind, { command, args }, script, folder),
        );
        expect(there.outcomes).toEqual(direct.outcomes);
        // It may come after the subscription was ended: over HTTP the two are not in one piece.
        const isLate = (line: string) => line.includes('"notifications/tools/list_changed"');
        expect(there.heard.filter((line) => !isLate(line))).toEqual(
          direct.heard.filter((line) => !isLate(line)),
        );
      });
    }
  }
});

const openChild =
  (command: string, args: readonly string[]): OpenPipe =>
  ({ input, output }) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    input.pipe(child.stdin);
    child.stdout.pipe(output);
    return { finished: once(child, 'exit'), stop: () => void child.kill() };
  };
