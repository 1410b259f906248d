// The emergency switch as a proxy sees it: the file `KILL`, watched and looked at now and then, and SIGUSR2. Reading it is a
// look at memory. A signal can only switch it on; only the file can be taken away again.

import { type FSWatcher, lstat, lstatSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { KillSwitch } from '@claw/pipeline';

/** Changes are usually announced; where they are not, they are found within this time. */
const pollMilliseconds = 400;

/** A switch that is being watched. */
export interface WatchedKillSwitch extends KillSwitch {
  /** Switches it on for this process, as SIGUSR2 does. */
  engage(): void;
  /** Another file counts from now on. */
  follow(file: string): void;
  close(): void;
}

/** Watches the file. Whether it is there is known when this returns. */
export const watchKillSwitch = (file: string): WatchedKillSwitch => new FileKillSwitch(file);

/** SIGUSR2 switches it on. SIGUSR1 does nothing; without a listener, Node would open a debugger for it. */
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
    this.#onFile = isThere(() => lstatSync(file));
    this.#watch();
    this.#poll = setInterval(() => this.#look(), pollMilliseconds).unref();
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
      this.#onFile = isThere(() => lstatSync(file));
    });
  }

  close(): void {
    clearInterval(this.#poll);
    this.#watcher?.close();
    this.#listeners.clear();
  }

  #look(): void {
    if (this.#watcher === undefined) this.#watch();
    const file = this.#file;
    lstat(file, (error) => {
      const there = error === null || !isAbsence(error);
      if (there === this.#onFile || file !== this.#file) return;
      this.#change(() => {
        this.#onFile = there;
      });
    });
  }

  #change(act: () => void): void {
    const before = this.engaged;
    act();
    if (!before && this.engaged) for (const listener of [...this.#listeners]) listener();
  }

  /** The folder, since the file comes and goes. The folder itself may still have to come. */
  #watch(): void {
    const name = basename(this.#file);
    try {
      const watcher = watch(dirname(this.#file), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) this.#look();
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

const isAbsence = ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR';

/** Whoever cannot look must assume that it is there. */
function isThere(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch (error) {
    return !isAbsence(error as NodeJS.ErrnoException);
  }
}
