// Assigns processes to cores. A relay has its own core, and the upstream and the client share the others: a
// slower relay then takes longer, whatever else is running.

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const canPin = cores > 1 && spawnSync('taskset', ['--version']).error === undefined;

const forRelays = String(cores - 1);
const forOthers = cores === 2 ? '0' : `0-${cores - 2}`;

/** A command that runs on the core of the relays, or on the others. */
export const onCore = (isRelay, command, args) =>
  canPin ? ['taskset', ['-c', isRelay ? forRelays : forOthers, command, ...args]] : [command, args];

/**
 * Keeps this process, which is the client, off the core of the relays. Returns a function that undoes that.
 */
export function makeRoom() {
  if (!canPin) return () => {};
  const moveTo = (where) => spawnSync('taskset', ['-a', '-c', '-p', where, String(process.pid)]);
  moveTo(forOthers);
  return () => moveTo(`0-${cores - 1}`);
}
