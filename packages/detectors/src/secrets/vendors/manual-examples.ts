// Lists keys that are published in manuals or in the tests of secret scanners. They are not valid.

const MANUALS =
  `AKIAIOSFODNN7EXAMPLE AKIAI44QH8DHBEXAMPLE ASIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
   je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY`.split(/\s+/);
/** The example keys in the tests of gitleaks, which many projects have copied. */
const SCANNERS = ['AKIALALEMEL33243OLIA', 'AKIAIRYLJVKMPEGZMPJS'];
const EXAMPLES: ReadonlySet<string> = new Set([...MANUALS, ...SCANNERS]);
/** The endings of the example keys of some vendors. */
const ENDING = /EXAMPLE(?:KEY|TOKEN)?$/;
const TOKEN = /[A-Za-z0-9/+_-]{16,}/g;

/** Tests whether a key is a published example. */
export const isManualExample = (text: string): boolean => EXAMPLES.has(text) || ENDING.test(text);

/** A published example key and its position. */
export interface ExampleKey {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the keys in a text that are known examples and therefore never reported.
 *
 * @example findExampleKeys('id AKIAIOSFODNN7EXAMPLE') // [{ start: 3, end: 23 }]
 */
export function findExampleKeys(text: string): readonly ExampleKey[] {
  const found: ExampleKey[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN))
    if (EXAMPLES.has(token) || (ENDING.test(token) && /[0-9]/.test(token)))
      found.push({ start: index, end: index + token.length });
  return found;
}
