// The public conformance suite against a server of ours, directly and with the built program in between: the same lines,
// with a policy that looks at nothing and with one that looks at everything.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyFile } from './homes.js';
import { startEndpoint } from './http/endpoint.js';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const folder = at('scripts/tools/conformance');
const installer = new URL('../../../scripts/prove/tools.mjs', import.meta.url).href;

/** Why the suite cannot be had; undefined when it is there. */
async function install(): Promise<string | undefined> {
  const { installTools } = (await import(installer)) as {
    installTools(say: (text: string) => void, folder: string): Promise<void>;
  };
  return installTools(() => {}, folder).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const missing = await install();
if (missing !== undefined) {
  process.stderr.write(
    `\nSKIPPED: the conformance suite cannot be installed, so nothing is proved here.\n${missing}\n`,
  );
}

async function runSuite(url: string, revision: string): Promise<{ lines: string[]; code: number }> {
  const program = `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`;
  const args = [program, 'server', '--url', url, '--requirements', revision];
  const suite = spawn(`${folder}/node_modules/node22/bin/node`, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = suite.stdout.setEncoding('utf8').toArray();
  const [code] = (await once(suite, 'exit')) as [number];
  const text = (await output).join('');
  return { lines: text.split('\n').filter((line) => /^[✓✗] /.test(line)), code };
}

test.runIf(missing !== undefined && process.env['CI'])('the conformance suite is there', () => {
  throw new Error(missing);
});

describe.skipIf(missing !== undefined)('conformance', () => {
  let server: ChildProcess | undefined;
  let url = '';
  beforeAll(async () => {
    server = spawn(process.execPath, [at('fixtures/servers/http-conformance.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(server.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
    url = line.toString().trim();
  });
  afterAll(() => void server?.kill());

  for (const revision of ['2025-11-25', '2026-07-28']) {
    test(`${revision}: the same lines with us in between`, { timeout: 240_000 }, async () => {
      const direct = await runSuite(url, revision);
      expect(direct.code).toBe(0);
      expect(direct.lines.length).toBeGreaterThan(30);
      // Our server does not offer the extension for tasks, which nobody has to.
      expect(direct.lines.filter((line) => /^✗ (?!tasks-)/.test(line))).toEqual([]);
      for (const policy of ['open', 'watchful'] as const) {
        const { origin } = await startEndpoint({ args: ['--policy', policyFile(policy), '--url', url] });
        expect(await runSuite(`${origin}/mcp`, revision), policy).toEqual(direct);
      }
    });
  }
});
