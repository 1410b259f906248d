// Starts each server, runs its calls, and records the messages.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../bench/varied/random.mjs';
import { startClient } from './client.mjs';
import { createProject } from './project.mjs';
import { startServers } from './servers.mjs';
import { createTexts } from './texts.mjs';
import { startWebsites } from './websites.mjs';

const target = fileURLToPath(new URL('../../fixtures/benign/week', import.meta.url));
/** The maximum length of a recorded result, which keeps the fixture small. Other tests use long texts. */
const LONGEST = 450;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'week-')));
const websites = await startWebsites();
const chosen = process.argv.slice(2);
try {
  const servers = await startServers(folder, websites);
  try {
    for (const server of servers.list)
      if (chosen.length === 0 || chosen.includes(server.name)) await record(server);
  } finally {
    servers.stop();
  }
} finally {
  websites.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function record({ name, command, traffic, calls }) {
  const random = createRandom(calls);
  const project = createProject(join(folder, name));
  const client = await startClient(command(project), project);
  const { instructions } = client;
  const { tools } = await client.ask('tools/list', {});
  const lines = [{ ...(instructions && { instructions }), tools }];
  const steps = traffic({ project, random, texts: createTexts(random) });
  let answer;
  while (lines.length <= calls) {
    const { value, done } = steps.next(answer);
    if (done) throw new Error(`${name}: the traffic ended after ${lines.length - 1} calls`);
    answer = await client.ask('tools/call', value);
    lines.push({ params: value, result: shorten(answer) });
  }
  await client.stop();
  mkdirSync(target, { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`.replaceAll(project, '{project}')).join('');
  writeFileSync(join(target, `${name}.jsonl`), text);
  const failed = lines.filter(({ result }) => result?.isError).length;
  process.stdout.write(`${name}: ${lines.length - 1} calls, ${failed} failed, ${text.length >> 10} KiB\n`);
}

function shorten(value) {
  if (typeof value === 'string')
    return value.length > LONGEST ? `${value.slice(0, LONGEST).toWellFormed()}…` : value;
  if (Array.isArray(value)) return value.slice(0, 8).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one)]));
}
