// Connects real clients to real servers over HTTP: directly, through the built program as an HTTP endpoint, and through
// the built program as a stdio server, with every message inspected. The responses must be the same.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, type TestContext, test } from 'vitest';
import { clients, type Way } from '../../../proxy-http/test/compatibility/http-clients.js';
import { directly, servers, useServer } from '../../../proxy-http/test/compatibility/http-servers.js';
import { policyFile } from '../homes.js';
import { startEndpoint } from '../http/endpoint.js';
import { inFrontOf } from './command.js';
import type { Step } from './conversation.js';

const policy = ['--policy', policyFile('watchful')];

type MakeWay = (url: string, test: TestContext) => Promise<Way>;

const ways: Readonly<Record<string, MakeWay>> = {
  'the endpoint': async (url, { onTestFinished }) => {
    const { origin } = await startEndpoint({ args: [...policy, '--url', url], onTestFinished });
    return directly(origin + new URL(url).pathname);
  },
  'the program on pipes': async (url, { onTestFinished }) => {
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

/**
 * False for messages that depend on timers of the server. They are compared in the tests of the library, where start-up
 * takes no time.
 */
const isTimely = (step: Step): boolean =>
  'until' in step || 'notify' in step || ('ask' in step && step.cancelOn !== undefined);

for (const kind of servers) {
  describe(`${kind.name} at ${kind.path}`, () => {
    const { url, talk } = useServer(kind, isTimely);

    for (const client of clients) {
      const name = `answers ${client.name} the same through the program`;
      test.concurrent(name, { timeout: 120_000 }, async (context) => {
        const answered = async (way: Way) => {
          const { greeting, outcomes } = await talk(client, way);
          return { greeting, outcomes };
        };
        const others = Object.entries(ways).map(async ([way, make]) => ({
          way,
          ...(await answered(await make(url(), context))),
        }));
        const direct = await answered(directly(url()));
        // Otherwise the comparison would also succeed for two empty conversations.
        expect(direct.outcomes.length).toBeGreaterThan(8);
        for (const there of await Promise.all(others)) expect(there).toEqual({ way: there.way, ...direct });
      });
    }
  });
}
