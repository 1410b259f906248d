// Finds text that a builtin evaluates again, although it is quoted: `let 'a[$(cat x)]=1'`, `x='a[$(cat x)]'; echo
// $((x))`, `"${x@P}"`.
import type { ShellCommand } from './shell/shell-syntax.js';

const EVALUATES = new Set([
  'let',
  'declare',
  'typeset',
  'local',
  'readonly',
  'read',
  'unset',
  'mapfile',
  'readarray',
  'wait',
  'getopts',
]);
/** They evaluate the name of a variable after this option, and the index of an array element: `test 1 -eq 'a[$(x)]'`. */
const WITH_OPTION = new Set(['printf', 'test', '[', 'shift', 'exit', 'return', 'ulimit']);
const ELEMENT = /\w\[[^\][]*(?:\$\(|`)/;
const SUBSTITUTION = /\$\(|`/;
const LOOKS_UP =
  /\$\(\(|\(\(|\$\[|@[PQAEKa]\}|\[[^\][$]*\$|\s-(?:eq|ne|lt|gt|le|ge)\s|\b(?:let|declare|typeset|local)\b|\bPS[0-4]=/;
const MOST = 16;

const examine = (text: string) => {
  const substitutes = SUBSTITUTION.test(text);
  return { text, substitutes, looksUp: substitutes && LOOKS_UP.test(text) };
};

// The last result is kept, because one text can contain thousands of commands.
let last = examine('');

/** Returns the texts with substitutions that a command evaluates. `whole` is the complete shell text. */
export function evaluatedTexts({ words, values }: ShellCommand, whole: string): readonly string[] {
  if (whole !== last.text) last = examine(whole);
  if (!last.substitutes) return NONE;
  const program = words[0]?.text ?? '';
  const evaluates =
    EVALUATES.has(program) ||
    (WITH_OPTION.has(program) &&
      (/^-[vR]$/.test(words[1]?.text ?? '') ||
        (program !== 'printf' && words.some(({ text }) => ELEMENT.test(text)))));
  const texts = evaluates ? words.slice(1).filter(({ exact }) => exact) : [];
  const assigned = last.looksUp ? values.filter(({ exact }) => exact) : [];
  return [...texts, ...assigned]
    .map(({ text }) => text)
    .filter((text) => SUBSTITUTION.test(text))
    .slice(0, MOST);
}

const NONE: readonly string[] = [];
