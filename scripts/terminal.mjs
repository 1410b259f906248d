// Words of our scripts to a person: colour on a terminal, plain in a pipe or with NO_COLOR.

const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
const style = (on, off) => (text) => (coloured ? `\u001b[${on}m${text}\u001b[${off}m` : text);

export const bold = style(1, 22);
export const dim = style(2, 22);
export const red = style(31, 39);
export const green = style(32, 39);
export const cyan = style(36, 39);

export const say = (text = '') => process.stdout.write(`${text}\n`);

/** The seconds since `start`, a value of `performance.now()`. */
export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
