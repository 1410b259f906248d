// Collects the output for one peer while a chunk is processed, so that few writes are needed. Messages that were
// adjacent in their chunk are written as one piece without a copy; a chunk of sixty forwarded messages needs one
// write.

export class OutputBuffer {
  readonly #write: (pieces: readonly Uint8Array[]) => void;
  #pieces: Uint8Array[] = [];
  /** The last piece, stored as a range that can still grow. */
  #buffer: ArrayBufferLike | undefined;
  #start = 0;
  #end = 0;

  constructor(write: (pieces: readonly Uint8Array[]) => void) {
    this.#write = write;
  }

  add(frame: readonly Uint8Array[]): void {
    for (let i = 0; i < frame.length; i++) {
      const piece = frame[i] as Uint8Array;
      if (piece.buffer !== this.#buffer || piece.byteOffset !== this.#end) this.#beginRange(piece);
      this.#end = piece.byteOffset + piece.length;
    }
  }

  flush(): void {
    if (this.#buffer === undefined) return;
    this.#endRange();
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#write(pieces);
  }

  #beginRange(piece: Uint8Array): void {
    this.#endRange();
    this.#buffer = piece.buffer;
    this.#start = piece.byteOffset;
  }

  #endRange(): void {
    if (this.#buffer === undefined) return;
    this.#pieces.push(new Uint8Array(this.#buffer, this.#start, this.#end - this.#start));
    this.#buffer = undefined;
  }
}
