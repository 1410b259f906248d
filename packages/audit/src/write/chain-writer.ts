// Makes the lines of one chain and writes them: each holds the hash of the one before, and the witness follows them. What
// could not be written never was: the chain goes on from what is in the file.

import { createInstantWriter, quote } from '../format/line.js';
import { LineBuffer } from '../format/line-buffer.js';
import type { RecordKind } from '../format/record.js';
import { emptyEnding, hashAt, noHash, type Seal } from '../format/seal.js';
import { emptyHead, headLine } from '../format/witness.js';
import type { SessionFiles } from './session-files.js';

const START = Buffer.from('{"v":1,"seq":');
const TIME = Buffer.from(',"time":"');
const PREVIOUS = Buffer.from(',"prev":');

export class ChainWriter {
  /** Lines that are not written yet. The members of a record are added here between `begin` and `end`. */
  readonly line = new LineBuffer();
  readonly #seal: Seal;
  readonly #instant = createInstantWriter();
  /** What stands behind the time, for each kind. */
  readonly #about = new Map<RecordKind, Uint8Array>();
  readonly #aboutText: (kind: RecordKind) => string;
  readonly #head: Buffer;
  /** Where the current line begins, and how many are complete. */
  #start = 0;
  #waiting = 0;
  /** The last record, and the last one that is written. */
  #seq = 0;
  #hash = noHash;
  /** How the last line ends, and the part of it that the next one repeats. */
  readonly #ending: Buffer;
  readonly #quoted: Uint8Array;
  #written = { seq: 0, hash: noHash };

  constructor(seal: Seal, session: string, server: string) {
    this.#seal = seal;
    this.#aboutText = (kind) => `Z","session":"${session}","kind":"${kind}","server":${quote(server)}`;
    this.#head = Buffer.from(this.emptyHead);
    this.#ending = Buffer.from(emptyEnding);
    this.#quoted = this.#ending.subarray(hashAt - 1, -2);
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

  /** Begins a record; one that was not ended never was. */
  begin(time: number, kind: RecordKind): void {
    const { line } = this;
    line.filled = this.#start;
    line.copy(START);
    line.number(this.#seq + 1);
    line.copy(TIME);
    this.#instant(time, line);
    line.copy(this.#aboutOf(kind));
  }

  /** The record is complete: it joins those that wait to be written. */
  end(): void {
    const { line } = this;
    line.copy(PREVIOUS);
    line.copy(this.#quoted);
    this.#goOnFrom(this.#seal.line(line.from(this.#start)));
    line.copy(this.#ending);
    this.#start = line.filled;
    this.#waiting++;
    this.#seq++;
  }

  /** Writes what waits, then its witness. Throws when it cannot; then none of it ever was. */
  flush(files: SessionFiles): void {
    const seq = this.#seq;
    const hash = this.#hash;
    this.#head.write(headLine({ seq, hash, tag: this.#seal.witness(hash) }), 0, 'latin1');
    try {
      files.append(this.line.bytes, this.#start, this.#head);
      this.#written = { seq, hash };
    } finally {
      this.#seq = this.#written.seq;
      if (this.#hash !== this.#written.hash) this.#goOnFrom(this.#written.hash);
      this.line.clear();
      this.#start = 0;
      this.#waiting = 0;
    }
  }

  /** The last hash; the next record repeats it. */
  #goOnFrom(hash: string): void {
    this.#hash = hash;
    this.#ending.write(hash, hashAt, 'latin1');
  }

  #aboutOf(kind: RecordKind): Uint8Array {
    let about = this.#about.get(kind);
    if (about === undefined) {
      about = Buffer.from(this.#aboutText(kind));
      this.#about.set(kind, about);
    }
    return about;
  }
}
