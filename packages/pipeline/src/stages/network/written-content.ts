// Which texts of a call only mention addresses, and which say where to go. A note, a page or a line of code may well name
// `localhost`; nobody goes there because of it.

import type { CompiledPolicy } from '@claw/policy';
import type { Call } from '../../types.js';
import { onlyMentions } from './mentioning-commands.js';

/** Whether a text of the call is written, kept or looked for, and not followed. */
export type IsContent = (text: string) => boolean;

const CONNECT = 32;
const OLD_TEXT = /^old_?(?:text|string|str|content)$/i;
/** What stands beside the addresses of a sentence or of code; `open http://…` has fewer. */
const FEWEST_TOKENS = 2;

export function createContentTest(call: Call, factsOf: CompiledPolicy['facts']): IsContent {
  const { facts, tool } = call;
  const isQuoted: IsContent = (text) => facts.contents.includes(text) || facts.mentions.includes(text);
  if (tool === undefined) return (text) => hasWhitespace(text) && (isQuoted(text) || isSentence(text));
  if (facts.shell !== undefined) {
    const mentions = onlyMentions(facts.shell);
    return (text) => mentions || (hasWhitespace(text) && isQuoted(text));
  }
  let known: boolean | undefined;
  /** A tool that by its name goes somewhere goes wherever it is told, in whatever words. */
  const goes = () => {
    known ??= (factsOf({ ...call.event, params: { name: tool } }).effects & CONNECT) !== 0;
    return known;
  };
  const writes = facts.paths.length > 0 && facts.contents.length > 0;
  return (text) => {
    if (hasWhitespace(text)) return isQuoted(text) || (isSentence(text) && !goes());
    if (goes()) return false;
    // A lone address is where to go, unless it is a title, or a piece of a file that is being changed.
    return (
      facts.mentions.includes(text) || (writes && (facts.contents.includes(text) || isReplaced(call, text)))
    );
  };
}

const hasWhitespace = (text: string): boolean => /\s/.test(text.trim());

/** Something stands beside the addresses: words, or code. */
const isSentence = (text: string): boolean =>
  text.split(/[\s,;]+/).filter((token) => token !== '' && !ADDRESS.test(token)).length >= FEWEST_TOKENS;

const ADDRESS = /:\/\/|^[\w-]*=|^[^\p{L}]*$|^[\w.-]+:\d+(?:\/|$)|^localhost$/u;

/** The text that an edit takes out. */
const isReplaced = ({ texts }: Call, text: string): boolean =>
  texts.spans.some(
    (span) => !span.isKey && OLD_TEXT.test(String(span.path.at(-1))) && texts.textOf(span) === text,
  );
