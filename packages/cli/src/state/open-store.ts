// Opens the store in the state folder while one command runs.

import { existsSync } from 'node:fs';
import { openMemoryStore, openSqliteStore, type Store } from '@claw/store';
import { exitCode } from '../command-line/command.js';
import { userMessage } from '../diagnostics/store-warnings.js';
import { stateFile } from '../files/paths.js';
import type { Output } from '../terminal/output.js';

/** Runs a function with the store. If there is no store file, the store is empty, and no file is created. */
export async function useStore<Result>(act: (store: Store) => Promise<Result>): Promise<Result> {
  const file = stateFile(process.env);
  const store = existsSync(file) ? openSqliteStore({ file }) : openMemoryStore();
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** Runs a whole command with the store and prints an error if the store cannot be opened. */
export async function withStore(output: Output, act: (store: Store) => Promise<number>): Promise<number> {
  try {
    return await useStore(act);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'STORE_UNAVAILABLE') throw error;
    output.error(userMessage(error));
    return exitCode.usageError;
  }
}
