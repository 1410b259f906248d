// What messages that are alike have in common: all their bytes, but for the id and for plain text in some of their strings.
// Most of what a client and a server say is said again and again in this way.

import type { Engine } from '@claw/detectors';
import type { Message, MessageId } from '@claw/jsonrpc-stream';

/** A stretch of bytes in which messages that are alike may differ: an id, or the inside of a string. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly isId: boolean;
}

/** Longer messages are rare, and cost more to read than to judge. */
export const LONGEST_ALIKE = 32 * 1024;

export class Skeleton {
  /** A message, and the gaps in it, in their order. */
  readonly #example: Uint8Array;
  readonly #gaps: readonly Gap[];

  constructor(example: Uint8Array, gaps: readonly Gap[]) {
    // The chunk that the message came in is not kept for it.
    this.#example = new Uint8Array(example);
    this.#gaps = gaps;
  }

  /**
   * Whether a message is like the example, and the engine sees nothing in the words in which it differs. Where all bytes up to a gap are the same and gaps hold no quotes, the message is
   * built in the same way up to there, so that in both the gap is the same member.
   */
  fits({ bytes, id }: Message, engine: Engine): boolean {
    if (id === undefined || !isPlainId(id) || bytes.length > LONGEST_ALIKE) return false;
    const example = this.#example;
    let at = 0;
    let from = 0;
    for (const { start, end, isId } of this.#gaps) {
      if (!isSame(bytes, at, example, from, start)) return false;
      at += start - from;
      at = isId ? at + id.token.length : engine.endOfWords(bytes, at);
      if (at === -1) return false;
      from = end;
    }
    return bytes.length - at === example.length - from && isSame(bytes, at, example, from, example.length);
  }
}

/** A number as counters are. A text could say anything, and a long number could be somebody's, with a sign as well as without. */
export const isPlainId = ({ key, token }: MessageId): boolean =>
  typeof key === 'number' && key >= 0 && key < MOST_IDS && token.length <= LONGEST_ID;

const LONGEST_ID = 10;
const MOST_IDS = 10 ** LONGEST_ID;

function isSame(bytes: Uint8Array, at: number, example: Uint8Array, from: number, to: number): boolean {
  if (at + to - from > bytes.length) return false;
  for (let index = from; index < to; index += 1) {
    if (bytes[at] !== example[index]) return false;
    at += 1;
  }
  return true;
}
