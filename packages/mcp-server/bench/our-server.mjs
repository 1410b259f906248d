// Starts the server of `clawdefender serve` with all parts from the built packages, and without rate limits.

import { createHash, randomUUID } from 'node:crypto';
import { lstat } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPipeline } from '@claw/pipeline';
import { compilePolicy, loadPolicy, presetText } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { openAuditLog } from '../../audit/dist/index.js';
import { createIntentServer, serveStdio } from '../dist/index.js';

const folder = await mkdtemp(join(tmpdir(), 'serve-bench-'));
const environment = { platform: 'linux', home: '/home/user', cwd: '/project' };
const shell = await loadShell();
const pipeline = createPipeline(await loadPolicy(presetText('balanced')), {
  compile: (policy) => compilePolicy(policy, { environment, shell }),
  digest: (text) => createHash('sha256').update(text).digest('hex'),
});

const look = promisify(lstat);

/**
 * Accesses the file system as often as the command does: once for each component of a path, up to the first missing
 * one.
 */
async function resolve(paths) {
  const known = new Map();
  const found = new Map();
  for (const path of paths) {
    for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
      const part = end < 0 ? path : path.slice(0, end);
      if (!known.has(part)) known.set(part, await look(part).catch(() => undefined));
      if (known.get(part) === undefined || end < 0) break;
    }
    found.set(path, path);
  }
  return found;
}

const log = openAuditLog({ folder, server: 'clawdefender' });
const most = Number.MAX_SAFE_INTEGER;
const server = createIntentServer({
  version: '0.0.0',
  pipeline: () => pipeline,
  surroundings: {
    clock: {
      now: Date.now,
      ticks: () => Math.round(performance.now() * 1000),
      after(milliseconds, act) {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
      pause: () => new Promise((done) => setImmediate(done)),
    },
    links: { resolve },
  },
  counters: { hit: () => undefined },
  ask: async () => ({ granted: false, reason: 'nobody is there' }),
  log,
  createId: randomUUID,
  limits: { checkIntent: most, requestPermission: most, reportAction: most },
});
await serveStdio(server, { input: process.stdin, output: process.stdout, caller: 'bench' });
log.close();
await rm(folder, { recursive: true });
