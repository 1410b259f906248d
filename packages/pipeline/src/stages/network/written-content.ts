// Which texts of a call say something, and which say where to go. A note, a page or a line of code may well name
// `localhost`; nobody goes there because of it.

import type { CompiledPolicy } from '@claw/policy';
import type { Call } from '../../types.js';

/** Whether a text of the call is written or kept, and not followed. */
export type IsContent = (text: string) => boolean;

const CONNECT = 32;
const OLD_TEXT = /^old_?(?:text|string|str|content)$/i;
const FEWEST_WORDS = 3;

export function createContentTest(call: Call, factsOf: CompiledPolicy['facts']): IsContent {
  const { facts, tool } = call;
  if (tool === undefined || facts.shell !== undefined)
    return (text) => hasWhitespace(text) && facts.contents.includes(text);
  let known: boolean | undefined;
  /** A tool that by its name goes somewhere goes wherever it is told, in whatever words. */
  const goes = () => {
    known ??= (factsOf({ ...call.event, params: { name: tool } }).effects & CONNECT) !== 0;
    return known;
  };
  const writes = facts.paths.length > 0 && facts.contents.length > 0;
  return (text) => {
    if (hasWhitespace(text)) return facts.contents.includes(text) || (isProse(text) && !goes());
    // A lone address is where to go, unless it is a piece of a file that is being changed.
    return writes && !goes() && (facts.contents.includes(text) || isReplaced(call, text));
  };
}

const hasWhitespace = (text: string): boolean => /\s/.test(text.trim());

/** Words beside the addresses. */
const isProse = (text: string): boolean =>
  text.split(/\s+/).filter((word) => /^\p{L}[\p{L}\p{M}\u200c'’-]*[,.;:!?]?$/u.test(word)).length >=
  FEWEST_WORDS;

/** The text that an edit takes out. */
const isReplaced = ({ texts }: Call, text: string): boolean =>
  texts.spans.some(
    (span) => !span.isKey && OLD_TEXT.test(String(span.path.at(-1))) && texts.textOf(span) === text,
  );
