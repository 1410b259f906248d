// Runs the login scenarios of the public conformance suite. The suite provides the servers and OAuth providers, and our
// program logs in as a client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { installSuite, suite } from './suite.js';

const missing = await installSuite();

const client = fileURLToPath(new URL('../../../../fixtures/servers/login-client.mjs', import.meta.url));

/**
 * The names of the scenarios in the suite, by revision. The scenario `basic-cimd` is missing because it requires a
 * document on the web.
 */
const scenarios: Readonly<Record<string, readonly string[]>> = {
  '2025-03-26': ['2025-03-26-oauth-metadata-backcompat', '2025-03-26-oauth-endpoint-fallback'],
  '2025-11-25': [
    'metadata-default',
    'metadata-var1',
    'metadata-var2',
    'metadata-var3',
    'scope-from-www-authenticate',
    'scope-from-scopes-supported',
    'scope-omitted-when-undefined',
    'scope-step-up',
    'scope-retry-limit',
    'token-endpoint-auth-basic',
    'token-endpoint-auth-post',
    'token-endpoint-auth-none',
    'pre-registration',
  ],
  '2026-07-28': [
    'resource-mismatch',
    'offline-access-scope',
    'offline-access-not-supported',
    'authorization-server-migration',
    'iss-supported',
    'iss-not-advertised',
    'iss-supported-missing',
    'iss-wrong-issuer',
    'iss-unexpected',
    'iss-normalized',
    'metadata-issuer-mismatch',
  ],
};

async function play(scenario: string, revision: string): Promise<string> {
  const [node, program] = suite;
  const command = `${process.execPath} ${client}`;
  const words = [
    'client',
    '--command',
    command,
    '--scenario',
    `auth/${scenario}`,
    '--spec-version',
    revision,
  ];
  const running = spawn(node, [program, ...words, '--timeout', '90000'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all(
    [running.stdout, running.stderr].map((stream) => stream.setEncoding('utf8').toArray()),
  );
  await once(running, 'exit');
  return (await said).flat().join('');
}

test.runIf(missing !== undefined && process.env['CI'])('the conformance suite is installed', () => {
  throw new Error(missing);
});

describe.skipIf(missing !== undefined)('a login', () => {
  for (const [revision, names] of Object.entries(scenarios)) {
    for (const name of names) {
      test.concurrent(`${name} (${revision})`, { timeout: 120_000 }, async () => {
        expect(await play(name, revision)).toContain('OVERALL: PASSED');
      });
    }
  }
});
