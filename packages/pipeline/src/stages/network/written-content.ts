// Distinguishes URLs that a call only mentions from URLs to which it connects. A note, a page or code may contain
// `localhost` without a connection to it.

import type { CompiledPolicy } from '@claw/policy';
import type { Call } from '../../types.js';
import { onlyMentions } from './mentioning-commands.js';

/** Returns true if the call writes, stores or searches for a text. */
export type IsContent = (text: string) => boolean;

const CONNECT = 32;
const OLD_TEXT = /^old_?(?:text|string|str|content)$/i;
/** The minimum number of words next to the URLs in a sentence or in code; `open http://…` has fewer. */
const FEWEST_TOKENS = 2;

/**
 * Returns a function that tells whether the tool connects, according to its name: such a tool can use any text as an
 * address.
 */
export function createConnectTest(call: Call, factsOf: CompiledPolicy['facts']): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= (factsOf({ ...call.event, params: { name: call.tool } }).effects & CONNECT) !== 0;
    return known;
  };
}

export function createContentTest(call: Call, factsOf: CompiledPolicy['facts']): IsContent {
  const { facts, tool } = call;
  const isQuoted: IsContent = (text) => facts.contents.includes(text) || facts.mentions.includes(text);
  if (tool === undefined) return (text) => hasWhitespace(text) && (isQuoted(text) || isSentence(text));
  if (facts.shell !== undefined) {
    const mentions = onlyMentions(facts.shell);
    return (text) => mentions || (hasWhitespace(text) && isQuoted(text));
  }
  const goes = createConnectTest(call, factsOf);
  const writes = facts.paths.length > 0 && facts.contents.length > 0;
  return (text) => {
    if (hasWhitespace(text)) return isQuoted(text) || (isSentence(text) && !goes());
    if (goes()) return false;
    // A URL without other text is an address, unless it is a title, or part of a file that is edited.
    return (
      facts.mentions.includes(text) || (writes && (facts.contents.includes(text) || isReplaced(call, text)))
    );
  };
}

const hasWhitespace = (text: string): boolean => /\s/.test(text.trim());

/** Returns true if there are words or code next to the URLs. */
const isSentence = (text: string): boolean =>
  text.split(/[\s,;]+/).filter((token) => token !== '' && !ADDRESS.test(token)).length >= FEWEST_TOKENS;

const ADDRESS = /:\/\/|^[\w-]*=|^[^\p{L}]*$|^[\w.-]+:\d+(?:\/|$)|^localhost$/u;

/** Returns true for the text that an edit replaces. */
const isReplaced = ({ texts }: Call, text: string): boolean =>
  texts.spans.some(
    (span) => !span.isKey && OLD_TEXT.test(String(span.path.at(-1))) && texts.textOf(span) === text,
  );
