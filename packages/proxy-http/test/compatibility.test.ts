// Connects real clients to real servers over HTTP, directly and through each of our proxies. The responses and all
// other messages must be equal, including those that timers send.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, type TestContext, test } from 'vitest';
import { converse } from '../../cli/test/compatibility/conversation.js';
import { sdk1 } from '../../cli/test/compatibility/sdk1.js';
import { sdk2 } from '../../cli/test/compatibility/sdk2.js';
import { servers as scripted } from '../../cli/test/compatibility/servers.js';
import type { ClientKind } from '../../cli/test/compatibility/session.js';
import {
  type StartServer,
  startHttpProxy,
  startHttpToStdioBridge,
  startStdioToHttpProxy,
} from '../src/index.js';
import { clients, type Way } from './compatibility/http-clients.js';
import { comparable, directly, servers, useServer } from './compatibility/http-servers.js';

/** Connects a client to the server at this URL; the connection is closed when the test ends. */
type MakeWay = (url: string, test: TestContext) => Promise<Way>;

const frontFor = async (url: string, { onTestFinished }: TestContext): Promise<string> => {
  const front = await startHttpToStdioBridge({
    startServer: (client) => startStdioToHttpProxy({ url, client }),
  });
  onTestFinished(() => front.close(0));
  return front.origin;
};

const ways: Readonly<Record<string, MakeWay>> = {
  'the reverse proxy': async (url, { onTestFinished }) => {
    const proxy = await startHttpProxy({ url });
    onTestFinished(() => proxy.close(0));
    return directly(proxy.origin + new URL(url).pathname);
  },
  'pipes in front': async (url, { onTestFinished }) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const proxy = startStdioToHttpProxy({ url, client: { input, output } });
    onTestFinished(() => proxy.stop());
    return { pipes: { input, output }, done: () => proxy.finished };
  },
  'a front in front of a remote server': async (url, context) => ({
    http: `${await frontFor(url, context)}/mcp`,
  }),
  'the oldest transport in front': async (url, context) => ({ sse: `${await frontFor(url, context)}/sse` }),
};

for (const kind of servers) {
  describe(`${kind.name} at ${kind.path}`, () => {
    const { url, talk } = useServer(kind);

    for (const client of clients) {
      test.concurrent(`${client.name} gets the same responses over each connection`, async (context) => {
        const others = Object.entries(ways).map(async ([way, make]) => ({
          way,
          ...(await talk(client, await make(url(), context))),
        }));
        const direct = await talk(client, directly(url()));
        // The number is checked because two empty conversations would be equal as well.
        expect(direct.heard.length).toBeGreaterThan(40);
        for (const there of await Promise.all(others)) expect(there).toEqual({ way: there.way, ...direct });
      });
    }
  });
}

describe('a stdio server', () => {
  for (const name of ['SDK 2.4 server of both eras', 'SDK 1.32 server']) {
    for (const [client, onPipes] of [
      [clients[0], sdk1],
      [clients[1], sdk2('auto', 'auto')],
    ] as const) {
      test.concurrent(`${name} gives ${client?.name} the same responses over HTTP and over stdio`, async ({
        onTestFinished,
      }) => {
        const folder = await realpath(await mkdtemp(join(tmpdir(), 'compatibility-')));
        onTestFinished(() => rm(folder, { recursive: true }));
        const kind = scripted.find((each) => each.name === name) as (typeof scripted)[number];
        const { command, args } = kind.start(folder);
        // This client treats the HTTP status of an unknown method as a separate error.
        const script = (modern: boolean) =>
          kind
            .script(folder)(modern)
            .filter((step) => !(modern && 'ask' in step && step.ask === 'vendor/unknown'));
        const direct = comparable(await converse(onPipes, { command, args }, script, folder));
        const front = await startHttpToStdioBridge({ startServer: openChild(command, args) });
        onTestFinished(() => front.close(0));
        const way = { http: `${front.origin}/mcp` };
        const there = comparable(
          await converse(client?.by(way) as ClientKind, { command, args }, script, folder),
        );
        expect(there.outcomes).toEqual(direct.outcomes);
        // The notification may arrive after the subscription has ended, because over HTTP the two are separate.
        const isLate = (line: string) => line.includes('"notifications/tools/list_changed"');
        expect(there.heard.filter((line) => !isLate(line))).toEqual(
          direct.heard.filter((line) => !isLate(line)),
        );
      });
    }
  }
});

const openChild =
  (command: string, args: readonly string[]): StartServer =>
  ({ input, output }) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    input.pipe(child.stdin);
    child.stdout.pipe(output);
    return { finished: once(child, 'exit'), stop: () => void child.kill() };
  };
