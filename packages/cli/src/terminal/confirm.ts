// Shows a yes/no prompt in the terminal. Without a terminal, the result is no.

import { createInterface } from 'node:readline';

/** True if a prompt can be shown. */
export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Returns true only for an explicit yes. Ctrl-C ends the program. */
export async function confirm(question: string): Promise<boolean> {
  if (!isInteractive()) return false;
  const answer = await readLine(`${question} [y/N] `);
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

/** Reads one line; empty if the input is closed. */
function readLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    let answered = false;
    lines.on('SIGINT', () => {
      answered = true;
      // The terminal is restored after Ctrl-C; the shell prints a line break itself.
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
