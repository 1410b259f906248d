// Keys that everybody has, because a manual or the tests of a secret scanner print them: nobody's account is behind them.

const MANUALS =
  `AKIAIOSFODNN7EXAMPLE AKIAI44QH8DHBEXAMPLE ASIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
   je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY`.split(/\s+/);
/** What the tests of gitleaks call a key; copied to many projects. */
const SCANNERS = ['AKIALALEMEL33243OLIA', 'AKIAIRYLJVKMPEGZMPJS'];
const EXAMPLES: ReadonlySet<string> = new Set([...MANUALS, ...SCANNERS]);
/** How some vendors end what they print. */
const ENDING = /EXAMPLE(?:KEY|TOKEN)?$/;
const TOKEN = /[A-Za-z0-9/+_-]{16,}/g;

/** Whether a key is one that a manual shows. */
export const isManualExample = (text: string): boolean => EXAMPLES.has(text) || ENDING.test(text);

/** A key that is an example, and where it stands. */
export interface ExampleKey {
  readonly start: number;
  readonly end: number;
}

/**
 * The keys in a text that are known as examples, and therefore never reported.
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
