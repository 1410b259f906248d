// A question to whoever sits at the terminal. Without one nobody is asked, and the answer is no.

import { createInterface } from 'node:readline/promises';

/** Whether somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Yes or no; no unless yes was said. */
export async function askYesNo(question: string): Promise<boolean> {
  if (!canAsk()) return false;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^\s*y(?:es)?\s*$/i.test(await lines.question(`${question} [y/N] `));
  } catch {
    // The input was closed instead of answered.
    return false;
  } finally {
    lines.close();
  }
}
