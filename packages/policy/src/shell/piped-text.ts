// Determines the text that a stage of a pipeline passes to the next one: `echo 'import os' | python3`.

import { formatTemplate } from '../facts/code/string-literals.js';
import { type ShellCommand, type ShellWord, UNKNOWN_TEXT } from '../facts/commands/shell-syntax.js';

const NO_TEXT: ShellWord = { text: '', exact: true };
const UNKNOWN: ShellWord = { text: UNKNOWN_TEXT, exact: false };
const ECHO_OPTION = /^-[neE]+$/;
const LINE_FEED = /\\n/g;

/** Returns the text that these commands print. `received` is the text that they receive. */
export function printedText(commands: readonly ShellCommand[], received: ShellWord | undefined): ShellWord {
  let text = '';
  let exact = true;
  for (const command of commands) {
    const printed = printedBy(command, received);
    text += `${printed.text}\n`;
    exact &&= printed.exact;
  }
  return { text, exact };
}

function printedBy({ words, input }: ShellCommand, received: ShellWord | undefined): ShellWord {
  const [program, ...operands] = words;
  if (program === undefined) return NO_TEXT;
  const exact = operands.every((word) => word.exact);
  const texts = operands.map(({ text }) => text);
  switch (program.text) {
    case 'printf':
      return { text: formatTemplate(texts).replace(LINE_FEED, '\n'), exact };
    case 'echo': {
      const first = texts.findIndex((text) => !ECHO_OPTION.test(text));
      return { text: first === -1 ? '' : texts.slice(first).join(' ').replace(LINE_FEED, '\n'), exact };
    }
    case 'cat':
    case 'tee':
      if (input.length > 0) return { text: input.join('\n'), exact: true };
      // A file is a program that already exists, like the operand of an interpreter.
      if (program.text === 'cat' && texts.some((text) => text !== '-')) return NO_TEXT;
      return received ?? UNKNOWN;
    case 'cd':
    case 'sleep':
    case 'true':
      return NO_TEXT;
    default:
      return UNKNOWN;
  }
}
