// Stores the state that a function keeps between calls: one JSON value for each proxy and identity. Calls with the
// same state run one after the other in this process. If another process has changed the state in the meantime, the
// function runs again.

import type { States } from '../ports.js';

const MAX_STATE = 16 * 1024;
const DAY = 24 * 60 * 60 * 1000;
const MAX_ATTEMPTS = 20;

type Run<Returned> = (state: unknown) => Promise<Returned>;

export type KeepState = <Returned extends { readonly state: unknown }>(
  states: States | undefined,
  owner: readonly [scope: string, identity: string],
  run: Run<Returned>,
) => Promise<Returned>;

/**
 * Creates a function that runs a user function with its state and stores the state that it returns. User functions
 * with the same name share their state.
 */
export function createFunctionState(name: string): KeepState {
  const running = new Map<string, Promise<unknown>>();
  return async (states, owner, run) => {
    const key = `state ${JSON.stringify([name, ...owner])}`;
    const before = running.get(key);
    const current = (before ?? Promise.resolve()).then(() => runOnce(states, key, run));
    const settled = current.catch(() => {});
    running.set(key, settled);
    try {
      return await current;
    } finally {
      if (running.get(key) === settled) running.delete(key);
    }
  };
}

async function runOnce<Returned extends { readonly state: unknown }>(
  states: States | undefined,
  key: string,
  run: Run<Returned>,
): Promise<Returned> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await states?.get(key);
    const returned = await run(before === undefined ? undefined : JSON.parse(before));
    if (returned.state === undefined) return returned;
    if (states === undefined) throw new Error('it returned `state`, but no store is configured');
    const after = JSON.stringify(returned.state);
    if (after.length > MAX_STATE) throw new Error('its state is larger than 16 KiB');
    if (await states.replace(key, before, after, DAY)) return returned;
  }
  throw new Error('its state keeps changing');
}
