// Determines which operands a move takes away, and which one it only writes to: `mv FILE FOLDER`, `mv -t FOLDER FILE`.

import { MOVE, READ, WRITE } from '../effects.js';

const TARGET = /^(?:-[A-Za-z]*t|--t[a-z-]*)$/;
const ATTACHED_TARGET = /^(?:-[A-Za-z]*t.+|--t[a-z-]*=.*)$/s;

/**
 * Returns the effects on each operand. The destination stays where it is, so `mv FILE ~/` does not move the home
 * folder. A single operand counts as moved, because the others can come from another program.
 */
export function movesOperands(words: readonly string[], effects: number): (index: number) => number {
  const target = words.findIndex((word, at) => at > 0 && (TARGET.test(word) || ATTACHED_TARGET.test(word)));
  const destination =
    target === -1 ? lastOfSeveral(words) : TARGET.test(words[target] ?? '') ? target + 1 : target;
  const kept = (effects & ~MOVE) | WRITE;
  const moved = effects | READ;
  return (index) => (index === destination ? kept : moved);
}

function lastOfSeveral(words: readonly string[]): number {
  const operands = words.flatMap((word, at) => (at > 0 && word.charCodeAt(0) !== 45 ? [at] : []));
  return operands.length > 1 ? (operands.at(-1) ?? -1) : -1;
}
