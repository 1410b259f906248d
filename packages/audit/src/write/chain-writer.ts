// Creates and writes the lines of one chain. Each line contains the hash of the previous one. The checkpoint file is
// updated after the lines are written. If a write fails, the chain continues from the last record in the file.

import { emptyHead, headLine } from '../format/checkpoint-file.js';
import { createInstantWriter, quote } from '../format/line.js';
import { LineBuffer } from '../format/line-buffer.js';
import { emptyEnding, hashAt, type LineHasher, noHash } from '../format/line-hasher.js';
import type { RecordKind } from '../format/record.js';
import type { SessionFiles } from './session-files.js';

const START = Buffer.from('{"v":1,"seq":');
const TIME = Buffer.from(',"time":"');
const PREVIOUS = Buffer.from(',"prev":');

export class ChainWriter {
  /** The lines that are not written yet. The members of a record are added between `begin` and `end`. */
  readonly line = new LineBuffer();
  readonly #hasher: LineHasher;
  readonly #instant = createInstantWriter();
  /** The text that follows the time, for each kind of record. */
  readonly #about = new Map<RecordKind, Uint8Array>();
  readonly #aboutText: (kind: RecordKind) => string;
  readonly #head: Buffer;
  /** The start of the current line, and the number of complete lines that are not written yet. */
  #start = 0;
  #waiting = 0;
  /** The last record, and the last one that was written. */
  #seq = 0;
  #hash = noHash;
  /** The end of the last line, and the part of it that the next line contains as well. */
  readonly #ending: Buffer;
  readonly #quoted: Uint8Array;
  #written = { seq: 0, hash: noHash };

  constructor(hasher: LineHasher, session: string, server: string) {
    this.#hasher = hasher;
    this.#aboutText = (kind) => `Z","session":"${session}","kind":"${kind}","server":${quote(server)}`;
    this.#head = Buffer.from(this.emptyHead);
    this.#ending = Buffer.from(emptyEnding);
    this.#quoted = this.#ending.subarray(hashAt - 1, -2);
  }

  /** The first line of the checkpoint file for a chain without records. */
  get emptyHead(): string {
    return emptyHead(this.#hasher.tag(noHash));
  }

  get seq(): number {
    return this.#seq;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** The first line of the checkpoint file for the written records. */
  get head(): Uint8Array {
    const { seq, hash } = this.#written;
    return Buffer.from(headLine({ seq, hash, tag: this.#hasher.tag(hash) }));
  }

  /** Begins a record, and discards a record that was not completed. */
  begin(time: number, kind: RecordKind): void {
    const { line } = this;
    line.filled = this.#start;
    line.copy(START);
    line.number(this.#seq + 1);
    line.copy(TIME);
    this.#instant(time, line);
    line.copy(this.#aboutOf(kind));
  }

  /** Completes the record; `flush` writes it together with the others. */
  end(): void {
    const { line } = this;
    line.copy(PREVIOUS);
    line.copy(this.#quoted);
    this.#goOnFrom(this.#hasher.line(line.from(this.#start)));
    line.copy(this.#ending);
    this.#start = line.filled;
    this.#waiting++;
    this.#seq++;
  }

  /** Writes the complete lines, then the checkpoint file. If this throws, none of the lines count as written. */
  flush(files: SessionFiles): void {
    const seq = this.#seq;
    const hash = this.#hash;
    this.#head.write(headLine({ seq, hash, tag: this.#hasher.tag(hash) }), 0, 'latin1');
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

  /** Sets the last hash, which the next record contains. */
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
