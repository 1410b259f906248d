// The files of one session as the writer sees them: one line appended, its witness after it, or an error and nothing
// changed. Everything here is synchronous: when `append` returns, the kernel has both.

import {
  closeSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { logName, witnessName } from './names.js';
import { fileLine } from './witness.js';

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

  /** Creates the first file and its witness. Throws when it cannot, and leaves nothing behind. */
  constructor(folder: string, session: string, head: string) {
    this.#folder = folder;
    this.#session = session;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
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
      unlinkSync(witness);
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
    // An earlier attempt may have got this far and no further.
    const next = openSync(join(this.#folder, name), 'w', 0o600);
    this.#witnessSize += line.length;
    closeSync(this.#log);
    this.#log = next;
    this.#size = 0;
    this.#number++;
  }

  /** Removes the oldest files until so many are left; how many it removed. */
  retain(keep: number): number {
    let removed = 0;
    while (this.#number - this.#oldest + 1 > keep) {
      unlinkSync(join(this.#folder, logName(this.#session, this.#oldest)));
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

/** A disk that is getting full takes a part and says how much. */
function writeAll(file: number, bytes: Uint8Array, position: number, length = bytes.length): void {
  let done = 0;
  while (done < length) {
    const written = writeSync(file, bytes, done, length - done, position + done);
    if (written === 0) throw new Error('the disk took nothing');
    done += written;
  }
}

// The file may be closed by then, and a disk that fails says so at the next write.
const ignore = () => {};
