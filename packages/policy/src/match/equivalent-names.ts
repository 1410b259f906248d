// Finds names that a lenient server may treat as equal. Only restrictive rules use them; other rules match exact
// names.
import { foldName } from '../facts/encoding/decode.js';
import { compileNames, type Matcher } from './glob.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

const PRINTABLE = /^[ -~]*$/;

/** Returns the forms of a name: folded, without control characters, and truncated at NUL, where C strings end. */
export function equivalentNames(name: string): readonly string[] {
  if (PRINTABLE.test(name)) return [foldName(name)];
  const plain = name.replace(CONTROL, '');
  const whole = foldName(plain);
  const end = plain === name ? -1 : name.indexOf('\u0000');
  return end === -1 ? [whole] : [whole, foldName(name.slice(0, end).replace(CONTROL, ''))];
}

/** Compiles a list of denied names, which also matches equivalent names. `compileNames` matches only exact names. */
export function compileDeniedNames(patterns: readonly string[]): Matcher {
  const exact = compileNames(patterns);
  const folded = compileNames(patterns.map(foldName));
  return (name) => exact(name) || equivalentNames(name).some(folded);
}
