// Texts of strangers for the record, without their secrets: names that a client gives itself, command lines with keys in them.

import { createEngine, type Engine } from '@claw/detectors';
import { maskSecrets } from '@claw/pipeline';

let engine: Engine | undefined;

/** Shorter words are no keys, unless a word beside them says so. */
const shortestKey = 12;
const saysSo = /pass|secret|token|key|auth|pwd|cred|user|account|\s-u|:\/\//i;

/** The text as a record may hold it. */
export function withoutSecrets(text: string): string {
  // An engine takes milliseconds to build, every client starts a proxy for every server, and most commands hold no key.
  if (!saysSo.test(text) && !text.split(/\s/).some(mayBeKey)) return text;
  engine ??= createEngine({ kinds: ['secrets'] });
  return maskSecrets(text, engine);
}

/** The same value with every text in it as a record may hold it. */
export const maskEach = <Value extends object>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? withoutSecrets(one) : one)));

/** What a machine has drawn has digits, or letters in a row that no name has, capitals among them. */
const mayBeKey = (word: string): boolean =>
  word.length >= shortestKey && (/\d/.test(word) || (/[A-Za-z]{16}/.test(word) && /[A-Z]/.test(word)));
