// Assigns processes to cores. A relay has its own core, and the upstream and the client share the other cores, so
// that a slower relay takes longer whatever else is running.

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const canPin = cores > 1 && spawnSync('taskset', ['--version']).error === undefined;

const forRelays = String(cores - 1);
const forOthers = cores === 2 ? '0' : `0-${cores - 2}`;

/** Returns a command that runs on the core of the relays, or on the other cores. */
export const onCore = (isRelay, command, args) =>
  canPin ? ['taskset', ['-c', isRelay ? forRelays : forOthers, command, ...args]] : [command, args];

/** Keeps this process, which is the client, off the core of the relays. Returns a function that undoes this. */
export function makeRoom() {
  if (!canPin) return () => {};
  const moveTo = (where) => spawnSync('taskset', ['-a', '-c', '-p', where, String(process.pid)]);
  moveTo(forOthers);
  return () => moveTo(`0-${cores - 1}`);
}
