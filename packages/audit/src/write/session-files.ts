// The files of one session, as the writer uses them: appends lines and then updates the checkpoint file, or throws and
// changes nothing. All writes are synchronous: when `append` returns, the kernel has the lines and the new checkpoint
// file.

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
import { fileLine } from '../format/checkpoint-file.js';
import { checkpointFileName, logName } from '../format/file-names.js';
import { createFolder } from './create-folder.js';

export class SessionFiles {
  readonly #folder: string;
  readonly #session: string;
  #checkpointFile: number;
  #checkpointSize: number;
  #log: number;
  #size = 0;
  #number = 1;
  /** The lowest file number that retention has kept. */
  #oldest = 1;
  /** True if a failed write may have left data after the last complete line. */
  #torn = false;

  /** Creates the first log file and its checkpoint file. If this fails, throws and leaves no files behind. */
  constructor(folder: string, session: string, head: string) {
    this.#folder = folder;
    this.#session = session;
    createFolder(folder);
    // The checkpoint file is created first: a log without it would look tampered with, while a checkpoint file
    // without a log is a new session.
    const checkpointFile = join(folder, checkpointFileName(session));
    const text = head + fileLine(logName(session, 1));
    this.#checkpointFile = openSync(checkpointFile, 'wx', 0o600);
    try {
      writeAll(this.#checkpointFile, Buffer.from(text), 0);
      this.#checkpointSize = text.length;
      this.#log = openSync(join(folder, logName(session, 1)), 'wx', 0o600);
    } catch (error) {
      closeSync(this.#checkpointFile);
      rmSync(checkpointFile);
      throw error;
    }
  }

  /** The size of the current file in bytes. */
  get size(): number {
    return this.#size;
  }

  /** Appends lines, then updates the checkpoint file. If this throws, neither change counts. */
  append(line: Uint8Array, length: number, head: Uint8Array): void {
    if (this.#torn) this.#mend();
    this.#torn = true;
    writeAll(this.#log, line, this.#size, length);
    try {
      writeAll(this.#checkpointFile, head, 0);
    } catch (error) {
      this.#mend();
      throw error;
    }
    this.#torn = false;
    this.#size += length;
  }

  /** Continues in a new file after the current one is safely on disk. */
  rotate(): void {
    fsyncSync(this.#log);
    const name = logName(this.#session, this.#number + 1);
    const line = fileLine(name);
    writeAll(this.#checkpointFile, Buffer.from(line), this.#checkpointSize);
    const path = join(this.#folder, name);
    // An earlier attempt may have stopped after creating this file, and an attacker may have put a link here.
    rmSync(path, { recursive: true, force: true });
    const next = openSync(path, 'wx', 0o600);
    this.#checkpointSize += line.length;
    closeSync(this.#log);
    this.#log = next;
    this.#size = 0;
    this.#number++;
  }

  /**
   * Returns true if the open file is still at its path. This check is necessary because writing to a removed file
   * succeeds.
   */
  get areInPlace(): boolean {
    return (
      isAt(this.#log, join(this.#folder, logName(this.#session, this.#number))) &&
      isAt(this.#checkpointFile, join(this.#folder, checkpointFileName(this.#session)))
    );
  }

  /**
   * Continues in a new file after the log, the checkpoint file or the whole folder was removed. Returns true if the
   * log was removed.
   */
  replace(head: Uint8Array): boolean {
    createFolder(this.#folder);
    if (!isAt(this.#checkpointFile, join(this.#folder, checkpointFileName(this.#session))))
      this.#replaceCheckpointFile(head);
    const isLogGone = !isAt(this.#log, join(this.#folder, logName(this.#session, this.#number)));
    this.rotate();
    return isLogGone;
  }

  /** The new checkpoint file still lists all log files, so that a missing log file is detected. */
  #replaceCheckpointFile(head: Uint8Array): void {
    const numbers = Array.from({ length: this.#number }, (_, index) => index + 1);
    const files = numbers.map((number) => fileLine(logName(this.#session, number))).join('');
    const text = Buffer.concat([head, Buffer.from(files)]);
    const path = join(this.#folder, checkpointFileName(this.#session));
    // Any file at this path comes from another program.
    rmSync(path, { recursive: true, force: true });
    const checkpointFile = openSync(path, 'wx', 0o600);
    try {
      writeAll(checkpointFile, text, 0);
    } catch (error) {
      closeSync(checkpointFile);
      rmSync(path);
      throw error;
    }
    closeSync(this.#checkpointFile);
    this.#checkpointFile = checkpointFile;
    this.#checkpointSize = text.length;
  }

  /** Removes the oldest files so that this many remain. Returns the number of removed files. */
  retain(keep: number): number {
    let removed = 0;
    while (this.#number - this.#oldest + 1 > keep) {
      // Another program may have removed the file already; verification reports this.
      rmSync(join(this.#folder, logName(this.#session, this.#oldest)), { force: true });
      this.#oldest++;
      removed++;
    }
    return removed;
  }

  /** Requests that both files be written to disk, so that a power failure does not lose records. */
  sync(): void {
    fsync(this.#log, ignore);
    fsync(this.#checkpointFile, ignore);
  }

  close(): void {
    for (const file of [this.#log, this.#checkpointFile]) {
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

/** Writes in a loop, because on a disk that is almost full, a write may store only some of the bytes. */
function writeAll(file: number, bytes: Uint8Array, position: number, length = bytes.length): void {
  let done = 0;
  while (done < length) {
    const written = writeSync(file, bytes, done, length - done, position + done);
    if (written === 0) throw new Error('the disk accepted no data');
    done += written;
  }
}

// Errors are ignored: the file may already be closed, and a failing disk also fails the next write.
const ignore = () => {};
