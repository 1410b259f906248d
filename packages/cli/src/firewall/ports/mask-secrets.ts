// Masks secrets in untrusted text for the audit log: names that a client gives itself, and command lines with keys in them.

import { createEngine, type Engine } from '@claw/detectors';
import { maskSecrets } from '@claw/pipeline';

let engine: Engine | undefined;

/**
 * The minimum length of a word that may be a key; shorter ones count only if the text contains a word such as `token`.
 */
const shortestKey = 12;
const keyWord = /pass|secret|token|key|auth|pwd|cred|user|account|\s-u|:\/\//i;

/** The text with its secrets masked. */
export function maskText(text: string): string {
  // Building the engine takes milliseconds at every start, and most commands hold no key.
  if (!keyWord.test(text) && !text.split(/\s/).some(mayBeKey)) return text;
  engine ??= createEngine({ kinds: ['secrets'] });
  return maskSecrets(text, engine);
}

/** A copy of a value with the secrets in all its strings masked. */
export const maskStrings = <Value extends object>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? maskText(one) : one)));

/** Generated keys contain digits, or long runs of letters with capitals. */
const mayBeKey = (word: string): boolean =>
  word.length >= shortestKey && (/\d/.test(word) || (/[A-Za-z]{16}/.test(word) && /[A-Z]/.test(word)));
