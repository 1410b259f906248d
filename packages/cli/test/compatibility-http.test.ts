// Real clients talk to real servers over HTTP: directly, through the built program as an endpoint, and through the built
// program as a server on pipes, with everything looked at. What they are answered is the same.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { clients, type Way } from '../../proxy-http/test/compatibility/http-clients.js';
import { type RunningServer, runServer } from '../../proxy-http/test/compatibility/running-server.js';
import { inFrontOf } from './compatibility/command.js';
import { converse, type Step } from './compatibility/conversation.js';
import { fixture, installed } from './compatibility/fixtures.js';
import { servers as scripted } from './compatibility/servers.js';
import { policyFile } from './homes.js';
import { startEndpoint } from './http/endpoint.js';

const everything = installed('@modelcontextprotocol/server-everything/dist/index.js');
const servers = [
  { name: 'server-everything', path: '/mcp', start: () => runServer(everything, ['streamableHttp'], 'PORT') },
  { name: 'server-everything', path: '/sse', start: () => runServer(everything, ['sse'], 'PORT') },
  {
    name: 'fastmcp',
    path: '/mcp',
    start: () => runServer(fixture('servers/fastmcp.mjs'), [], 'FIXTURE_PORT'),
  },
];

const policy = ['--policy', policyFile('watchful')];
const to = (url: string): Way => (url.endsWith('/sse') ? { sse: url } : { http: url });

const ways: Readonly<Record<string, (url: string) => Promise<Way>>> = {
  'the endpoint': async (url) => {
    const { origin } = await startEndpoint({ args: [...policy, '--url', url] });
    return to(origin + new URL(url).pathname);
  },
  'the program on pipes': async (url) => {
    const { command, args } = inFrontOf(url, policy);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    return {
      pipes: { input: child.stdin, output: child.stdout },
      done: async () => void (await exited),
    };
  },
};

/** What depends on timers of the server is compared on pipes, where nothing can overtake anything. */
const isTimely = (step: Step): boolean =>
  'until' in step || 'notify' in step || ('ask' in step && step.cancelOn !== undefined);

for (const { name, path, start } of servers) {
  describe(`${name} at ${path}`, () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'compatibility-')));
    let server: RunningServer | undefined;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(async () => {
      await server?.stop();
      rmSync(folder, { recursive: true });
    });
    const kind = scripted.find((each) => each.name === name) as (typeof scripted)[number];
    const script = (modern: boolean) =>
      kind
        .script(folder)(modern)
        .filter((step) => !isTimely(step));

    for (const client of clients) {
      test(`answers ${client.name} the same through the program`, { timeout: 120_000 }, async () => {
        const url = `http://localhost:${server?.port}${path}`;
        const talk = async (way: Way) => {
          const { greeting, outcomes } = await converse(
            client.by(way),
            { command: '', args: [] },
            script,
            folder,
          );
          const text = JSON.stringify(outcomes).replace(
            /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
            'SESSION',
          );
          return { greeting, outcomes: JSON.parse(text) };
        };
        const direct = await talk(to(url));
        // Two silent servers would be equal too.
        expect(direct.outcomes.length).toBeGreaterThan(8);
        for (const [way, make] of Object.entries(ways))
          expect(await talk(await make(url)), way).toEqual(direct);
      });
    }
  });
}
