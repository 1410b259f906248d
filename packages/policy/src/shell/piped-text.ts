// Determines the text that a command prints, as far as it follows from other text: `echo 'import os' | python3`,
// `cat $(printf '/etc/%s' shadow)`.

import { formatTemplate } from '../facts/code/string-literals.js';
import { replaceText, translateCharacters } from '../facts/code/text-transform.js';
import { type ShellCommand, type ShellWord, UNKNOWN_TEXT } from '../facts/commands/shell/shell-syntax.js';

const NO_TEXT: ShellWord = { text: '', exact: true };
const UNKNOWN: ShellWord = { text: UNKNOWN_TEXT, exact: false };
const COMPUTED: ShellWord = { ...UNKNOWN, computed: true };
const ECHO_OPTION = /^-[neE]+$/;
const LINE_FEED = /\\n/g;
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|(0?[0-7]{1,3})|([nt\\]))/g;
/** Formats of `printf` other than `%s`. */
const OTHER_FORMAT = /%(?!s|%|b)/;
const LONGEST = 4096;
/** Programs that pass on their input with changes. */
const FILTERS = new Set(
  'tr cut sed awk rev head tail fold paste sort uniq grep tac nl column xxd od base64 basename dirname expr'.split(
    ' ',
  ),
);

const PRINTERS = new Set(['echo', 'printf', 'date', 'find']);

/** Returns the text that these commands print. `received` is the text that they receive. */
export function printedText(commands: readonly ShellCommand[], received: ShellWord | undefined): ShellWord {
  let text = '';
  let exact = true;
  let computed = false;
  for (const command of commands) {
    const printed = printedBy(command, received);
    text += `${printed.text}\n`;
    exact &&= printed.exact;
    computed ||= printed.computed === true;
  }
  return computed ? { text, exact, computed } : { text, exact };
}

/** Tests whether the text that a substitution prints is known, and is not the content of a file. */
export function printsKnownText({ words, input }: ShellCommand, printed: ShellWord): boolean {
  const program = words[0]?.text ?? '';
  if (program === 'cat') return words.length === 1 && (input.length > 0 || printed.exact);
  return printed.text.trim() !== UNKNOWN_TEXT || printed.computed === true
    ? PRINTERS.has(program) || FILTERS.has(program)
    : false;
}

function printedBy({ words, input }: ShellCommand, received: ShellWord | undefined): ShellWord {
  const [program, ...operands] = words;
  if (program === undefined) return NO_TEXT;
  const exact = operands.every((word) => word.exact);
  const computed = operands.some((word) => word.computed);
  const texts = operands.map(({ text }) => text);
  const result = (text: string): ShellWord => (computed ? { text, exact, computed } : { text, exact });
  switch (program.text) {
    case 'printf':
      return OTHER_FORMAT.test(texts[0] ?? '') ? COMPUTED : result(withEscapes(formatAll(texts)));
    case 'echo': {
      const first = texts.findIndex((text) => !ECHO_OPTION.test(text));
      if (first === -1) return result('');
      const text = texts.slice(first).join(' ');
      const escapes = texts.slice(0, first).some((option) => option.includes('e'));
      return result(escapes ? withEscapes(text) : text.replace(LINE_FEED, '\n'));
    }
    case 'cat':
    case 'tee':
      if (input.length > 0) return { text: input.join('\n'), exact: true };
      // A file is a program that already exists, like the operand of an interpreter.
      if (program.text === 'cat' && texts.some((text) => text !== '-')) return NO_TEXT;
      return received ?? UNKNOWN;
    case 'basename':
    case 'dirname':
      return exact && texts.length === 1 ? result(partOfPath(program.text, texts[0] ?? '')) : UNKNOWN;
    case 'date':
      return /^\+[^%]+$/.test(texts[0] ?? '') ? result((texts[0] ?? '').slice(1)) : UNKNOWN;
    case 'find':
      return { text: foundFiles(texts), exact: false };
    case 'cd':
    case 'sleep':
    case 'true':
      return NO_TEXT;
    default:
      return FILTERS.has(program.text) ? filtered(program.text, texts, input, received) : UNKNOWN;
  }
}

/** Any files in the folders that `find` searches. */
function foundFiles(texts: readonly string[]): string {
  const end = texts.findIndex((text) => /^[-(!]/.test(text));
  const folders = end === -1 ? texts : texts.slice(0, end);
  return (folders.length === 0 ? ['.'] : folders)
    .map((folder) => `${folder.replace(/\/+$/, '')}/*`)
    .join(' ');
}

/** `printf` uses its format again as long as there are values. */
function formatAll([format = '', ...values]: readonly string[]): string {
  const places = format.match(/%[sb]/g)?.length ?? 0;
  if (places === 0) return formatTemplate([format, ...values]);
  let text = '';
  for (let at = 0; at === 0 || (at < values.length && text.length < LONGEST); at += places)
    text += formatTemplate([format.replaceAll('%b', '%s'), ...values.slice(at, at + places)]);
  return text.replaceAll('%%', '%');
}

const withEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(ESCAPE, (_, byte?: string, unit?: string, octal?: string, letter?: string) => {
        if (letter !== undefined) return letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\';
        return String.fromCharCode(
          octal === undefined ? Number.parseInt(byte ?? unit ?? '', 16) : Number.parseInt(octal, 8),
        );
      })
    : text;

const partOfPath = (program: string, path: string): string => {
  const trimmed = path.replace(/\/+$/, '');
  const cut = trimmed.lastIndexOf('/');
  if (program === 'basename') return trimmed.slice(cut + 1);
  return cut === -1 ? '.' : trimmed.slice(0, cut) || '/';
};

/** The text of a filter, if it receives literal text. The lists of other programs remain unknown. */
function filtered(
  program: string,
  texts: readonly string[],
  input: readonly string[],
  received: ShellWord | undefined,
): ShellWord {
  const given = input.length > 0 ? { text: input.join('\n'), exact: true } : received;
  if (program === 'expr') return COMPUTED;
  if (given === undefined || (!given.exact && given.computed !== true)) return UNKNOWN;
  if (!given.exact || given.text.length > LONGEST) return COMPUTED;
  const change = changeOf(program, texts);
  return change === undefined ? COMPUTED : { text: change(given.text), exact: true, computed: true };
}

const SUBSTITUTE = /^s([/|#,:@])((?:(?!\1)[^\\.*[\]^$&]){1,64})\1((?:(?!\1)[^\\&]){0,64})\1g?$/;

function changeOf(program: string, texts: readonly string[]): ((text: string) => string) | undefined {
  const [first = '', second = ''] = texts;
  if (program === 'rev' && texts.length === 0)
    return (text) =>
      text
        .split('\n')
        .map((line) => Array.from(line).reverse().join(''))
        .join('\n');
  if (program === 'tr' && texts.length === 2)
    return first === '-d'
      ? translateCharacters(second, '')
      : first.startsWith('-')
        ? undefined
        : translateCharacters(first, second);
  const [, , from, to] = (program === 'sed' && texts.length === 1 && SUBSTITUTE.exec(first)) || [];
  if (from !== undefined) return replaceText(from, to ?? '');
  return ['sort', 'uniq', 'tac', 'head', 'tail'].includes(program) &&
    texts.every((text) => /^-(?:u|r|n?\d+)$/.test(text))
    ? (text) => text
    : undefined;
}
