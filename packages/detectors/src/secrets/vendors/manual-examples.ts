// Keys that vendors print in their own manuals: everybody has them, and nobody's account is behind them.

const EXAMPLES = new Set(
  `AKIAIOSFODNN7EXAMPLE AKIAI44QH8DHBEXAMPLE ASIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
   je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY`.split(/\s+/),
);
/** How some vendors end what they print. */
const ENDING = /EXAMPLE(?:KEY|TOKEN)?$/;

/** Whether a key is one that a manual shows. */
export const isManualExample = (text: string): boolean => EXAMPLES.has(text) || ENDING.test(text);
