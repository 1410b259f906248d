// Masks secrets in untrusted text for the audit log: in names that clients choose themselves, and in command lines that
// contain keys.

import { createEngine, type Engine } from '@claw/detectors';
import { maskSecrets } from '@claw/pipeline';

let engine: Engine | undefined;

/**
 * The minimum length of a word that may be a key. Shorter words are searched only if the text contains a word such as
 * `token`.
 */
const shortestKey = 12;
const keyWord = /pass|secret|token|key|auth|pwd|cred|user|account|\s-u|:\/\//i;

/** Returns the text with its secrets masked. */
export function maskText(text: string): string {
  // Creating the detection engine would take several milliseconds at every start, although most commands contain no
  // key.
  if (!keyWord.test(text) && !text.split(/\s/).some(mayBeKey)) return text;
  engine ??= createEngine({ kinds: ['secrets'] });
  return maskSecrets(text, engine);
}

/** Returns a copy of a value with the secrets in all its strings masked. */
export const maskStrings = <Value extends object>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? maskText(one) : one)));

/** True for a word that looks generated: with digits, or with a long run of letters in mixed case. */
const mayBeKey = (word: string): boolean =>
  word.length >= shortestKey && (/\d/.test(word) || (/[A-Za-z]{16}/.test(word) && /[A-Z]/.test(word)));
