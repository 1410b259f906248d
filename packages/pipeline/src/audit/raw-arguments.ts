// The arguments of a call as the client spelt them, cut out of its bytes: writing the parsed value again costs more than
// anything else in a record. Only for the common case; undefined sends the caller back to the value.

import type { Message } from '@claw/jsonrpc-stream';

const [BACKSLASH, LINE_FEED, RETURN] = [0x5c, 0x0a, 0x0d];

/** Longer ones are judged by what they say and not by how they are spelt: white space must not push them out of the record. */
const LONGEST = 8 * 1024;

/**
 * The bytes of `params.arguments`, on one line. Undefined when there are none, when they are long, and when anything is
 * escaped in them: an escaped secret would be none to whoever looks for one there.
 */
export function rawArguments({ bytes, argumentsSpan }: Message): Uint8Array | undefined {
  if (argumentsSpan === undefined || argumentsSpan.end - argumentsSpan.start > LONGEST) return undefined;
  const found = bytes.subarray(argumentsSpan.start, argumentsSpan.end);
  const isPlain = !found.includes(BACKSLASH) && !found.includes(LINE_FEED) && !found.includes(RETURN);
  return isPlain ? found : undefined;
}
