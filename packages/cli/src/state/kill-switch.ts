// The kill switch of a running proxy. It is turned on by the file `KILL`, which is watched and polled, or by SIGUSR2.
// Its state is held in memory. A signal can only turn it on; only removing the file turns it off.

import { type FSWatcher, lstat, lstatSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { KillSwitch } from '@claw/pipeline';

/** The polling interval, for changes about which the system sends no notification. */
const pollMilliseconds = 400;

/** A kill switch that watches a file. */
export interface WatchedKillSwitch extends KillSwitch {
  /** Turns the kill switch on for this process, as SIGUSR2 does. */
  engage(): void;
  /** Stops watching the old file and watches another one. */
  follow(file: string): void;
  close(): void;
}

/** Watches the file. The returned switch already knows whether the file exists. */
export const watchKillSwitch = (file: string): WatchedKillSwitch => new FileKillSwitch(file);

/** Turns the kill switch on after SIGUSR2. SIGUSR1 is ignored; without a listener, Node would open a debugger. */
export function engageOnSignal(killSwitch: WatchedKillSwitch): void {
  if (process.platform === 'win32') return;
  process.on('SIGUSR2', () => killSwitch.engage());
  process.on('SIGUSR1', () => {});
}

class FileKillSwitch implements WatchedKillSwitch {
  #file: string;
  readonly #listeners = new Set<() => void>();
  readonly #poll: NodeJS.Timeout;
  #watcher: FSWatcher | undefined;
  #onFile: boolean;
  #onSignal = false;

  constructor(file: string) {
    this.#file = file;
    this.#onFile = exists(() => lstatSync(file));
    this.#watch();
    this.#poll = setInterval(() => this.#check(), pollMilliseconds).unref();
  }

  get engaged(): boolean {
    return this.#onFile || this.#onSignal;
  }

  onEngaged(act: () => void): () => void {
    const listener = () => act();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  engage(): void {
    this.#change(() => {
      this.#onSignal = true;
    });
  }

  follow(file: string): void {
    if (file === this.#file) return;
    this.#file = file;
    this.#watcher?.close();
    this.#watch();
    this.#change(() => {
      this.#onFile = exists(() => lstatSync(file));
    });
  }

  close(): void {
    clearInterval(this.#poll);
    this.#watcher?.close();
    this.#listeners.clear();
  }

  #check(): void {
    if (this.#watcher === undefined) this.#watch();
    const file = this.#file;
    lstat(file, (error) => {
      const found = error === null || !isMissing(error);
      if (found === this.#onFile || file !== this.#file) return;
      this.#change(() => {
        this.#onFile = found;
      });
    });
  }

  #change(act: () => void): void {
    const before = this.engaged;
    act();
    if (!before && this.engaged) for (const listener of [...this.#listeners]) listener();
  }

  /** Watches the folder, because the file is created and removed. The folder may not exist yet. */
  #watch(): void {
    const name = basename(this.#file);
    try {
      const watcher = watch(dirname(this.#file), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) this.#check();
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watcher = undefined;
      });
      this.#watcher = watcher;
    } catch {
      this.#watcher = undefined;
    }
  }
}

const isMissing = ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR';

/** Checks whether a file exists. A file that cannot be checked counts as existing (fail closed). */
function exists(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    return !isMissing(error as NodeJS.ErrnoException);
  }
}
