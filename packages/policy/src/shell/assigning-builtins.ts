// Tracks the variables that builtins set: `export X=…`, `printf -v X …`, `read A B <<< '…'`, `set -- A B`.
import type { ShellWord } from '../facts/commands/shell/shell-syntax.js';
import { printedText } from './piped-text.js';
import type { Variables } from './variables.js';

const DECLARES = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);
export const ASSIGNS: ReadonlySet<string> = new Set([
  ...DECLARES,
  'printf',
  'read',
  'set',
  'mapfile',
  'readarray',
]);
const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=(.*)$/s;
const NAME = /^[A-Za-z_]\w*$/;

export function assignByBuiltin(
  words: readonly ShellWord[],
  input: readonly string[],
  variables: Variables,
): void {
  const [builtin, first, ...more] = words;
  const program = builtin?.text ?? '';
  if (DECLARES.has(program)) {
    for (const { text, ...word } of words.slice(1)) {
      const [, name, plus, value = ''] = ASSIGNMENT.exec(text) ?? [];
      if (name !== undefined) variables.assign(name, { ...word, text: value }, plus === '+');
    }
  } else if (program === 'set') {
    const at = words.findIndex(({ text }) => text === '--');
    if (at !== -1) variables.assignList('', words.slice(at + 1), 1);
  } else if (program === 'printf') {
    const [name, ...values] = more;
    if (first?.text !== '-v' || name === undefined || builtin === undefined) return;
    const printed = printedText(
      [{ words: [builtin, ...values], redirects: [], values: [], assigns: [], input: [] }],
      undefined,
    );
    variables.assign(name.text, { ...printed, text: printed.text.replace(/\n+$/, '') }, false);
  } else if (input.length > 0) readInput(program, words.slice(1), input.join('\n'), variables);
}

/** Assigns the words of the input to the names after `read`. The last name receives the rest. */
function readInput(program: string, words: readonly ShellWord[], text: string, variables: Variables): void {
  const names = words.map((word) => word.text).filter((name) => NAME.test(name));
  const exact = true;
  if (program !== 'read' || words.some((word) => /^-[a-z]*a/.test(word.text))) {
    const items = program === 'read' ? text.trim().split(/\s+/) : text.split('\n');
    const [name] = names;
    if (name !== undefined)
      variables.assignList(
        name,
        items.map((item) => ({ text: item, exact })),
      );
    return;
  }
  const parts = (text.split('\n', 1)[0] ?? '').trim().split(/\s+/);
  for (const [at, name] of names.entries()) {
    const value = at === names.length - 1 ? parts.slice(at).join(' ') : (parts[at] ?? '');
    variables.assign(name, { text: value, exact }, false);
  }
}
