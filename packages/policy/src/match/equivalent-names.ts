// Names that a tolerant server may treat as equal. Only rules that restrict use them; other rules match exact
// names.
import { foldName } from '../facts/encoding/decode.js';
import { compileNames, type Matcher } from './glob.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

const PRINTABLE = /^[ -~]*$/;

/** The forms of a name: folded and without control characters, and cut at NUL, where C strings end. */
export function equivalentNames(name: string): readonly string[] {
  if (PRINTABLE.test(name)) return [foldName(name)];
  const plain = name.replace(CONTROL, '');
  const whole = foldName(plain);
  const end = plain === name ? -1 : name.indexOf('\u0000');
  return end === -1 ? [whole] : [whole, foldName(name.slice(0, end).replace(CONTROL, ''))];
}

/** A list of names. If the list restricts, it also matches equivalent names; otherwise it is like `compileNames`. */
export function compileDeniedNames(patterns: readonly string[]): Matcher {
  const exact = compileNames(patterns);
  const folded = compileNames(patterns.map(foldName));
  return (name) => exact(name) || equivalentNames(name).some(folded);
}
