// Simulates failures of remote servers, in real time and with the whole program: an outage of half a minute under load,
// a server that disappears from the network, clients that do not read, and a policy that changes continuously. No call
// may hang, nothing may be forwarded unchecked, and afterwards everything must work as before.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Callers } from './http-faults/callers.mjs';
import { withPair } from './http-faults/pair.mjs';
import { standStill } from './http-faults/slow-readers.mjs';
import { vanish } from './http-faults/vanish.mjs';

const OUTAGE = 30_000;
/** The longest pause between two attempts to reach an unavailable server, with a margin. */
const RECOVERY = 20_000;
/** The time limit for the error of a call while the server is unavailable. */
const PROMPTLY = 2_000;
const RELOADS = 100;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const proof = {
  name: 'http-faults',
  summary:
    'outages, unreachable servers, slow clients and reloads: no call hangs, and every message is checked',
  async run({ say, quick }) {
    if (process.platform !== 'linux') throw new Error('this reads /proc, which only Linux has');
    const folder = await mkdtemp(join(tmpdir(), 'prove-faults-'));
    try {
      const outage = quick ? 3_000 : OUTAGE;
      const facts = {
        ...(await withPair(folder, (...pair) => surviveOutage(...pair, outage, say))),
        ...(await withPair(folder, (endpoint) => standStill(endpoint, say))),
      };
      return quick ? facts : { ...facts, ...(await vanish(folder, say)) };
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** Kills the server under load and restarts it, while the policy is written repeatedly. */
async function surviveOutage(endpoint, upstream, outage, say) {
  const before = endpoint.sockets();
  const callers = new Callers(endpoint.url, 16);
  await callers.until(({ answered }) => answered > 500);
  const reloading = reload(endpoint, outage);
  await upstream.kill();
  const killed = performance.now();
  callers.forgetSlowest();
  await pause(outage);
  const { refused, slowest } = callers;
  say(`${refused} calls refused in ${outage / 1000} s of outage, the slowest after ${slowest.toFixed(0)} ms`);
  if (refused === 0) throw new Error('no call was refused although the server was gone');
  if (slowest > PROMPTLY) throw new Error(`a call took ${slowest} ms to be refused`);
  await upstream.start();
  const restarted = performance.now();
  const { answered } = callers;
  await callers.until((now) => now.answered > answered + 500, RECOVERY);
  const recovery = performance.now() - restarted;
  await reloading;
  await callers.stop();
  say(
    `answers again after ${(recovery / 1000).toFixed(1)} s; ${endpoint.reloads()} reloads, ${callers.answered} answers`,
  );
  if (callers.unjudged > 0) throw new Error(`${callers.unjudged} answers passed unjudged`);
  if (endpoint.reloads() === 0) throw new Error('no policy was loaded again');
  await endpoint.until(() => endpoint.sockets() <= before, 'all connections of the callers end');
  return {
    'seconds without a server': Math.round((restarted - killed) / 1000),
    'calls refused': refused,
    'slowest refusal in ms': Math.round(slowest),
    'seconds until answers came again': Number((recovery / 1000).toFixed(1)),
    reloads: endpoint.reloads(),
  };
}

async function reload(endpoint, duration) {
  for (let count = 0; count < RELOADS; count++) {
    await endpoint.writePolicy(count);
    await pause(duration / RELOADS);
  }
}
