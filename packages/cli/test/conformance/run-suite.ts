// Runs the public conformance suite against a URL, and starts the server that implements its requirements.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { suite } from './suite.js';

const server = fileURLToPath(new URL('../../../../fixtures/servers/http-conformance.mjs', import.meta.url));

export interface SuiteResult {
  /** One line for each scenario. */
  readonly lines: readonly string[];
  readonly code: number;
}

export async function runSuite(url: string, revision: string): Promise<SuiteResult> {
  const [node, program] = suite;
  const args = [program, 'server', '--url', url, '--requirements', revision];
  const running = spawn(node, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = running.stdout.setEncoding('utf8').toArray();
  const [code] = (await once(running, 'exit')) as [number];
  const text = (await output).join('');
  return { lines: text.split('\n').filter((line) => /^[✓✗] /.test(line)), code };
}

/** Starts a server for one run, because notifications of a run are sent to every client of a server. */
export async function startConformanceServer(onTestFinished: TestContext['onTestFinished']): Promise<string> {
  const child = spawn(process.execPath, [server], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}
