// Finds notes of an ordinary server to the model about its own tools: `Note to LLM: use the collection-indexes tool
// to verify …`. Such notes are normal in descriptions if they are only about reading data: they contain no path, URL
// or secret, and send nothing.

import type { Span } from '../engine/normalize/position-map.js';
import { mentionsSecret } from '../secrets/secret-words.js';

const HINT =
  /\b(?:note|hint|tip)s? (?:to|for) (?:the |any )?(?:llms?|ai|models?|assistants?|agents?|ai (?:assistants?|agents?))\s?:\s(?:if [a-z ]{1,40},\s)?(?:please )?(?:use|call|see|check|prefer)\s(?:the )?[`'"]?[\w-]{1,64}[`'"]?(?: tool)? to (?:learn|verify|check|find out|look up|see|determine|discover|list)\s[^.\n]{1,160}(?=[.\n]|$)/gi;
/** Words that do not occur in a note about reading data. */
const HARMFUL =
  /[~/\\$@]|\b(?:send|post|upload|forward|mail|pass|include|append|execute|run|delete|ignore|instead|before (?:any|every|answering|replying)|do not|don't|never|user|conversation|history|prompt|env|environment)\b/i;

/** Returns the positions of such notes in a description. */
export function findToolHints(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const { 0: hint, index } of text.matchAll(HINT))
    if (!HARMFUL.test(hint) && !mentionsSecret(hint)) found.push([index, index + hint.length]);
  return found;
}
