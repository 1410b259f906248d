// The store in our state folder, for as long as a command needs it.

import { existsSync } from 'node:fs';
import { openMemoryStore, openSqliteStore, type Store } from '@claw/store';
import { exitCode } from './command.js';
import type { Output } from './output.js';
import { stateFile } from './places.js';
import { whyOf } from './store-trouble.js';

/** Does something with the store. Looking into it creates nothing: without a file it is empty. */
export async function useStore<Result>(act: (store: Store) => Promise<Result>): Promise<Result> {
  const file = stateFile(process.env);
  const store = existsSync(file) ? openSqliteStore({ file }) : openMemoryStore();
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** The same for a whole command: a store that cannot be opened is a complaint. */
export async function withStore(output: Output, act: (store: Store) => Promise<number>): Promise<number> {
  try {
    return await useStore(act);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'STORE_UNAVAILABLE') throw error;
    output.complain(whyOf(error));
    return exitCode.wrongCall;
  }
}
