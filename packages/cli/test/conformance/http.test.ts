// Runs the public conformance suite against a fixture server, directly and through the built program. The results must
// be the same with a policy that checks nothing and with one that checks everything.

import { describe, expect, test } from 'vitest';
import { policyFile } from '../homes.js';
import { startEndpoint } from '../http/endpoint.js';
import { runSuite, startConformanceServer } from './run-suite.js';
import { installSuite } from './suite.js';

const missing = await installSuite();

test.runIf(missing !== undefined && process.env['CI'])('the conformance suite is installed', () => {
  throw new Error(missing);
});

describe.skipIf(missing !== undefined)('conformance', () => {
  // The suite mostly waits, so all runs are started concurrently.
  for (const revision of ['2025-11-25', '2026-07-28']) {
    test.concurrent(`${revision}: the same results with the proxy`, {
      timeout: 240_000,
    }, async (context) => {
      const throughUs = async (policy: 'open' | 'watchful') => {
        const url = await startConformanceServer(context.onTestFinished);
        const args = ['--policy', policyFile(policy), '--url', url];
        const { origin } = await startEndpoint({ args, onTestFinished: context.onTestFinished });
        return runSuite(`${origin}/mcp`, revision);
      };
      const [direct, open, watchful] = await Promise.all([
        startConformanceServer(context.onTestFinished).then((url) => runSuite(url, revision)),
        throughUs('open'),
        throughUs('watchful'),
      ]);
      expect(direct.code).toBe(0);
      expect(direct.lines.length).toBeGreaterThan(30);
      // Our server does not support the optional extension for tasks.
      expect(direct.lines.filter((line) => /^✗ (?!tasks-)/.test(line))).toEqual([]);
      expect(open).toEqual(direct);
      expect(watchful).toEqual(direct);
    });
  }
});
