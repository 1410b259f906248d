// Formats the output of our scripts: colours in a terminal, plain text in a pipe or with NO_COLOR.

const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
const style = (on, off) => (text) => (coloured ? `\u001b[${on}m${text}\u001b[${off}m` : text);

export const bold = style(1, 22);
export const dim = style(2, 22);
export const red = style(31, 39);
export const green = style(32, 39);
export const cyan = style(36, 39);

export const say = (text = '') => process.stdout.write(`${text}\n`);

/**
 * Makes the process end with this exit code and without a stack trace if its output pipe is closed (`npm run demo |
 * head`).
 */
export function endWithReader(code) {
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(code);
  });
}

/** Returns the seconds since `start`, which is a value of `performance.now()`. */
export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
