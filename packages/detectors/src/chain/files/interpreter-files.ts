// Finds files in the words of an interpreter: the script that it runs, and the paths in inline code.

import { type Step, type StepCommand, type StepPath, spellings } from '../step.js';
import { isAnalysisModule, isInterpreter, programName } from './programs.js';

const CODE_FLAG = /^(?:-[a-z]*[cep]|--eval|--print|--execute|-command|\/c|-r)$/i;

/**
 * Returns the script, which is the first word that looks like a file, and other words that may be run. The words
 * after the script are its arguments.
 */
export function filesRunByInterpreter(words: readonly string[], step: Step): readonly string[] {
  const found: string[] = [];
  let given = false;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--test' || (word === '-m' && isAnalysisModule(words[index + 1] ?? ''))) return [];
    if (word === '-m') {
      const module = (words[index + 1] ?? '').replaceAll('.', '/');
      found.push(`${module}.py`, `${module}/__main__.py`);
    }
    if (CODE_FLAG.test(word)) {
      index += 1;
      const code = words[index] ?? '';
      found.push(code, ...pathsInCode(code).flatMap(withExtensions));
      given ||= code !== '';
    } else if (word.startsWith('-') && word.length > 1) {
      const value = word.indexOf('=');
      if (value !== -1) found.push(word.slice(value + 1));
    } else if (word === '{}') {
      // In `find … -exec sh {}`, any previous word may be the file that is found.
      found.push(...step.commands.flatMap((command) => command.words.slice(1)));
    } else if (word !== '-' && word !== '') {
      found.push(word);
      given = true;
      if (looksLikeFile(word)) return found;
    }
  }
  // A shell without a script runs its input: `bash < x`, `cat x | sh`. Values that are known only at run time are
  // empty here, so they do not count as a script.
  return given ? found : [...found, ...step.paths.flatMap(spellings)];
}

export const looksLikeFile = (word: string): boolean => /[/\\]|[^.]\.[^.]/.test(word);

const pathsInCode = (code: string): readonly string[] =>
  code.split(/["'`\s(),;<>|&=+]+/).filter((word) => word !== '' && looksLikeFile(word));

/** Adds possible extensions, because `require('./x')` loads `x.js`. */
const withExtensions = (path: string): readonly string[] =>
  /\.[^./\\]*$/.test(path) ? [path] : [path, `${path}.js`, `${path}.py`];

/** Returns the paths in inline code: `python -c "open('/home/ana/.ssh/id_rsa')"`. */
export function pathsInInlineCode({ program, words }: StepCommand): StepPath[] {
  if (!isInterpreter(programName(program))) return [];
  const codes = words.filter((_, index) => CODE_FLAG.test(words[index - 1] ?? ''));
  return codes.flatMap(pathsInCode).map((text) => ({ text }));
}
