// A question to whoever sits at the terminal. Without one nobody is asked, and the answer is no.

import { createInterface } from 'node:readline';

/** Whether somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Yes or no; no unless yes was said. Whoever interrupts the question ends the program, and has said neither. */
export async function askYesNo(question: string): Promise<boolean> {
  if (!canAsk()) return false;
  const answer = await readLine(`${question} [y/N] `);
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

/** One line; an empty one when the input was closed instead. */
function readLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    let answered = false;
    lines.on('SIGINT', () => {
      answered = true;
      // Gives the terminal back; the shell begins a new line by itself.
      lines.close();
      process.kill(process.pid, 'SIGINT');
    });
    lines.on('close', () => {
      if (answered) return;
      process.stdout.write('\n');
      resolve('');
    });
    lines.question(question, (answer) => {
      answered = true;
      lines.close();
      resolve(answer);
    });
  });
}
