// The id of a message: its exact spelling, which responses repeat, and a key for comparison.

import { QUOTE } from '../bytes/ascii.js';
import { decodeStringToken, decodeUtf8 } from '../scan/utf8.js';

export class MessageId {
  /**
   * Equal ids have equal keys: `1`, `1.0` and `1e0` are the same number, but `"1"` is another id. Integers above 2^53
   * have the same key if they round to the same double, because many peers read them as doubles.
   */
  readonly key: number | string;
  /** The JSON text of the id as it was sent. */
  readonly token: string;

  constructor(key: number | string, token: string) {
    this.key = key;
    this.token = token;
  }

  /** Reads a valid JSON string or number token. */
  static fromToken(bytes: Uint8Array, start: number, end: number): MessageId {
    const token = decodeUtf8(bytes, start, end);
    return new MessageId(
      bytes[start] === QUOTE ? decodeStringToken(bytes, start, end) : Number(token),
      token,
    );
  }

  static of(value: number | string): MessageId {
    return new MessageId(value, JSON.stringify(value));
  }
}
