// The public conformance suite against a server of ours, directly and with the built program in between: the same lines,
// with a policy that looks at nothing and with one that looks at everything.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, type TestContext, test } from 'vitest';
import { policyFile } from '../homes.js';
import { startEndpoint } from '../http/endpoint.js';
import { installSuite, suite } from './suite.js';

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const missing = await installSuite();

async function runSuite(url: string, revision: string): Promise<{ lines: string[]; code: number }> {
  const [node, program] = suite;
  const args = [program, 'server', '--url', url, '--requirements', revision];
  const running = spawn(node, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = running.stdout.setEncoding('utf8').toArray();
  const [code] = (await once(running, 'exit')) as [number];
  const text = (await output).join('');
  return { lines: text.split('\n').filter((line) => /^[✓✗] /.test(line)), code };
}

test.runIf(missing !== undefined && process.env['CI'])('the conformance suite is there', () => {
  throw new Error(missing);
});

describe.skipIf(missing !== undefined)('conformance', () => {
  /** A server for one run: notifications that a run triggers reach every client of a server. */
  const startServer = async (onTestFinished: TestContext['onTestFinished']): Promise<string> => {
    const server = spawn(process.execPath, [at('fixtures/servers/http-conformance.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill());
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    return line.toString().trim();
  };

  // The suite waits more than it works, so all runs go on at once.
  for (const revision of ['2025-11-25', '2026-07-28']) {
    test.concurrent(`${revision}: the same lines with us in between`, {
      timeout: 240_000,
    }, async (context) => {
      const throughUs = async (policy: 'open' | 'watchful') => {
        const url = await startServer(context.onTestFinished);
        const args = ['--policy', policyFile(policy), '--url', url];
        const { origin } = await startEndpoint({ args, onTestFinished: context.onTestFinished });
        return runSuite(`${origin}/mcp`, revision);
      };
      const [direct, open, watchful] = await Promise.all([
        startServer(context.onTestFinished).then((url) => runSuite(url, revision)),
        throughUs('open'),
        throughUs('watchful'),
      ]);
      expect(direct.code).toBe(0);
      expect(direct.lines.length).toBeGreaterThan(30);
      // Our server does not offer the extension for tasks, which nobody has to.
      expect(direct.lines.filter((line) => /^✗ (?!tasks-)/.test(line))).toEqual([]);
      expect(open).toEqual(direct);
      expect(watchful).toEqual(direct);
    });
  }
});
