// What can still be learnt from a line that is not acceptable: whom to answer. Tolerant on purpose; nothing
// found here ever decides whether a message passes.

import { MessageId } from './message-id.js';
import { textOf } from './string-bytes.js';

export interface Recovered {
  readonly id: MessageId | undefined;
  readonly hasMethod: boolean;
  readonly hasOutcome: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{[]|[}\]]|[^\s",:[\]{}]+/gs;
const ID = /^(?:"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/s;
const COLON = /\s*:/y;

/** Reads the members of the outermost object as far as brackets and strings can be told apart. */
export function recover(bytes: Uint8Array): Recovered {
  const text = textOf(bytes, 0, bytes.length);
  const ids: string[] = [];
  let hasMethod = false;
  let hasOutcome = false;
  let depth = 0;
  let key: string | undefined;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (depth === 0 && token !== '{') break;
    COLON.lastIndex = match.index + token.length;
    if (depth === 1 && token.startsWith('"') && COLON.test(text)) {
      key = token;
      hasMethod ||= key === '"method"';
      hasOutcome ||= key === '"result"' || key === '"error"';
      continue;
    }
    if (depth === 1 && key === '"id"' && ID.test(token)) ids.push(token);
    key = undefined;
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
  }
  return { id: ids.length === 1 ? readId(ids[0] as string) : undefined, hasMethod, hasOutcome };
}

function readId(token: string): MessageId | undefined {
  try {
    return new MessageId(JSON.parse(token) as number | string, token);
  } catch {
    return undefined; // a string with a raw control character or a broken escape
  }
}
