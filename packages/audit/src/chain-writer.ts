// Makes the lines of one chain and writes them: each holds the hash of the one before, and the witness follows them. What
// could not be written never was: the chain goes on from what is in the file.

import { createInstantText, type Members, quote } from './line.js';
import type { RecordKind } from './record.js';
import { noHash, type Seal } from './seal.js';
import type { SessionFiles } from './session-files.js';
import { emptyHead, headLine } from './witness.js';

/** What stands behind the text of a line: `,"hash":"…"}` and a line feed. */
const hashLength = 76;

export class ChainWriter {
  readonly #seal: Seal;
  readonly #session: string;
  readonly #server: string;
  readonly #instant = createInstantText();
  readonly #head: Buffer;
  /** Lines that are not written yet, and how many bytes and records they are. */
  #lines: Buffer = Buffer.allocUnsafe(64 * 1024);
  #filled = 0;
  #waiting = 0;
  /** The last record, and the last one that is written. */
  #seq = 0;
  #hash = noHash;
  #written = { seq: 0, hash: noHash };

  constructor(seal: Seal, session: string, server: string) {
    this.#seal = seal;
    this.#session = `,"session":"${session}","kind":"`;
    this.#server = `","server":${quote(server)}`;
    this.#head = Buffer.from(this.emptyHead);
  }

  /** The witness of a chain without records. */
  get emptyHead(): string {
    return emptyHead(this.#seal.witness(noHash));
  }

  get seq(): number {
    return this.#seq;
  }

  /** How many records wait to be written. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The witness of what is written. */
  get head(): Uint8Array {
    const { seq, hash } = this.#written;
    return Buffer.from(headLine({ seq, hash, tag: this.#seal.witness(hash) }));
  }

  /** Adds a record to those that wait to be written. */
  add(time: number, kind: RecordKind, { before, bytes, after }: Members): void {
    const seq = this.#seq + 1;
    const head = `{"v":1,"seq":${seq},"time":"${this.#instant(time)}"${this.#session}${kind}${this.#server}${before}`;
    const tail = `${after},"prev":"${this.#hash}"`;
    const start = this.#filled;
    // No character of UTF-16 takes more than three bytes.
    const most = start + (head.length + tail.length) * 3 + (bytes?.length ?? 0) + hashLength;
    if (most > this.#lines.length) this.#lines = grown(this.#lines, start, most);
    // The text becomes bytes once, for the file and for the hash.
    let end = start + this.#lines.write(bytes === undefined ? head + tail : head, start, 'utf8');
    if (bytes !== undefined) {
      this.#lines.set(bytes, end);
      end += bytes.length;
      end += this.#lines.write(tail, end, 'latin1');
    }
    const hash = this.#seal.line(this.#lines.subarray(start, end));
    this.#filled = end + this.#lines.write(`,"hash":"${hash}"}\n`, end, 'latin1');
    this.#waiting++;
    this.#seq = seq;
    this.#hash = hash;
  }

  /** Writes what waits, then its witness. Throws when it cannot; then none of it ever was. */
  flush(files: SessionFiles): void {
    const [seq, hash] = [this.#seq, this.#hash];
    this.#head.write(headLine({ seq, hash, tag: this.#seal.witness(hash) }), 0, 'latin1');
    try {
      files.append(this.#lines, this.#filled, this.#head);
      this.#written = { seq, hash };
    } finally {
      ({ seq: this.#seq, hash: this.#hash } = this.#written);
      [this.#filled, this.#waiting] = [0, 0];
    }
  }
}

function grown(buffer: Buffer, filled: number, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size * 2);
  buffer.copy(larger, 0, 0, filled);
  return larger;
}
