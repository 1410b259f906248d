// The arguments of a call as bytes of the message, because formatting the parsed value is the most expensive part
// of a log entry. Handles the common case only; if the result is undefined, the caller formats the value.

import type { Message } from '@claw/jsonrpc-stream';

const [BACKSLASH, LINE_FEED, RETURN] = [0x5c, 0x0a, 0x0d];

/** Longer ones are formatted from their value, so that white space does not count towards the size limit. */
const LONGEST = 8 * 1024;

/**
 * The bytes of `params.arguments`, on one line. Undefined if they do not exist, are long, or contain escapes,
 * which would hide secrets from a search.
 */
export function rawArguments({ bytes, argumentsSpan }: Message): Uint8Array | undefined {
  if (argumentsSpan === undefined || argumentsSpan.end - argumentsSpan.start > LONGEST) return undefined;
  const found = bytes.subarray(argumentsSpan.start, argumentsSpan.end);
  const isPlain = !found.includes(BACKSLASH) && !found.includes(LINE_FEED) && !found.includes(RETURN);
  return isPlain ? found : undefined;
}
