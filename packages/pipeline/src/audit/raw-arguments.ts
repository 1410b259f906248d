// Returns the arguments of a call as bytes of the message, because formatting the parsed value is the most expensive
// part of a log entry. Handles only the common case; if the result is undefined, the caller formats the value.

import type { Message } from '@claw/jsonrpc-stream';

const [BACKSLASH, LINE_FEED, RETURN, LETTER_U] = [0x5c, 0x0a, 0x0d, 0x75];

/**
 * Longer arguments are formatted from their value, so that white space does not count towards the size limit of the
 * log.
 */
const LONGEST = 8 * 1024;

/**
 * Returns the bytes of `params.arguments`, on one line. Returns undefined if they do not exist, are long, or contain
 * letters written as `\u0041`, which would hide secrets from a search of the bytes.
 */
export function rawArguments({ bytes, argumentsSpan }: Message): Uint8Array | undefined {
  if (argumentsSpan === undefined || argumentsSpan.end - argumentsSpan.start > LONGEST) return undefined;
  const found = bytes.subarray(argumentsSpan.start, argumentsSpan.end);
  const isPlain = !found.includes(LINE_FEED) && !found.includes(RETURN) && !holdsCodes(found);
  return isPlain ? found : undefined;
}

function holdsCodes(json: Uint8Array): boolean {
  for (let at = json.indexOf(BACKSLASH); at !== -1; at = json.indexOf(BACKSLASH, at + 2))
    if (json[at + 1] === LETTER_U) return true;
  return false;
}
