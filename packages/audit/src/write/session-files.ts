// The files of one session as the writer sees them: one line appended, its witness after it, or an error and nothing
// changed. Everything here is synchronous: when `append` returns, the kernel has both.

import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { logName, witnessName } from '../format/file-names.js';
import { fileLine } from '../format/witness.js';
import { createFolder } from './create-folder.js';

export class SessionFiles {
  readonly #folder: string;
  readonly #session: string;
  #witness: number;
  #witnessSize: number;
  #log: number;
  #size = 0;
  #number = 1;
  /** The lowest number that retention has left. */
  #oldest = 1;
  /** True when a failed write may have left something behind the last whole line. */
  #torn = false;

  /** Creates the first file and its witness. Throws when it cannot, and allows nothing behind. */
  constructor(folder: string, session: string, head: string) {
    this.#folder = folder;
    this.#session = session;
    createFolder(folder);
    // The witness comes first: a log without one has lost it, a witness without a log has just been born.
    const witness = join(folder, witnessName(session));
    const text = head + fileLine(logName(session, 1));
    this.#witness = openSync(witness, 'wx', 0o600);
    try {
      writeAll(this.#witness, Buffer.from(text), 0);
      this.#witnessSize = text.length;
      this.#log = openSync(join(folder, logName(session, 1)), 'wx', 0o600);
    } catch (error) {
      closeSync(this.#witness);
      rmSync(witness);
      throw error;
    }
  }

  /** Bytes in the current file. */
  get size(): number {
    return this.#size;
  }

  /** Appends one line and then its witness. When it throws, neither counts. */
  append(line: Uint8Array, length: number, head: Uint8Array): void {
    if (this.#torn) this.#mend();
    this.#torn = true;
    writeAll(this.#log, line, this.#size, length);
    try {
      writeAll(this.#witness, head, 0);
    } catch (error) {
      this.#mend();
      throw error;
    }
    this.#torn = false;
    this.#size += length;
  }

  /** Goes on in a new file. The old one is safe on the disk by then. */
  rotate(): void {
    fsyncSync(this.#log);
    const name = logName(this.#session, this.#number + 1);
    const line = fileLine(name);
    writeAll(this.#witness, Buffer.from(line), this.#witnessSize);
    const path = join(this.#folder, name);
    // An earlier attempt may have got this far and no further, and somebody may have laid a link here that leads elsewhere.
    rmSync(path, { recursive: true, force: true });
    const next = openSync(path, 'wx', 0o600);
    this.#witnessSize += line.length;
    closeSync(this.#log);
    this.#log = next;
    this.#size = 0;
    this.#number++;
  }

  /** Whether what is written here can be found where it belongs: an open file takes writes even when it was removed. */
  get areInPlace(): boolean {
    return (
      isAt(this.#log, join(this.#folder, logName(this.#session, this.#number))) &&
      isAt(this.#witness, join(this.#folder, witnessName(this.#session)))
    );
  }

  /** Goes on in a new file after the log, its witness or the whole folder was removed; whether the log was. */
  replace(head: Uint8Array): boolean {
    createFolder(this.#folder);
    if (!isAt(this.#witness, join(this.#folder, witnessName(this.#session)))) this.#replaceWitness(head);
    const isLogGone = !isAt(this.#log, join(this.#folder, logName(this.#session, this.#number)));
    this.rotate();
    return isLogGone;
  }

  /** The new one still lists all files, so that a missing one is missed. */
  #replaceWitness(head: Uint8Array): void {
    const numbers = Array.from({ length: this.#number }, (_, index) => index + 1);
    const files = numbers.map((number) => fileLine(logName(this.#session, number))).join('');
    const text = Buffer.concat([head, Buffer.from(files)]);
    const path = join(this.#folder, witnessName(this.#session));
    // Whatever lies there instead is not ours.
    rmSync(path, { recursive: true, force: true });
    const witness = openSync(path, 'wx', 0o600);
    try {
      writeAll(witness, text, 0);
    } catch (error) {
      closeSync(witness);
      rmSync(path);
      throw error;
    }
    closeSync(this.#witness);
    this.#witness = witness;
    this.#witnessSize = text.length;
  }

  /** Removes the oldest files until so many are left; how many it removed. */
  retain(keep: number): number {
    let removed = 0;
    while (this.#number - this.#oldest + 1 > keep) {
      // Somebody else may have removed it; the log says so to whoever verifies it.
      rmSync(join(this.#folder, logName(this.#session, this.#oldest)), { force: true });
      this.#oldest++;
      removed++;
    }
    return removed;
  }

  /** Asks for both files to reach the disk; a power cut after that loses nothing. */
  sync(): void {
    fsync(this.#log, ignore);
    fsync(this.#witness, ignore);
  }

  close(): void {
    for (const file of [this.#log, this.#witness]) {
      fsyncSync(file);
      closeSync(file);
    }
  }

  #mend(): void {
    ftruncateSync(this.#log, this.#size);
    this.#torn = false;
  }
}

function isAt(file: number, path: string): boolean {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  const open = fstatSync(file, { bigint: true });
  return there !== undefined && there.ino === open.ino && there.dev === open.dev;
}

/** A disk that is getting full takes a part and says how much. */
function writeAll(file: number, bytes: Uint8Array, position: number, length = bytes.length): void {
  let done = 0;
  while (done < length) {
    const written = writeSync(file, bytes, done, length - done, position + done);
    if (written === 0) throw new Error('the disk accepted no data');
    done += written;
  }
}

// The file may be closed by then, and a disk that fails says so at the next write.
const ignore = () => {};
