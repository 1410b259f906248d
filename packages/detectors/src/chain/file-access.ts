// The files that a call runs, writes and reads. Words that only use a key, or only change the mode of a file, are
// omitted, once for each occurrence: a file that is named twice may be used once and read once.

import { normalizePath } from './normalize-path.js';
import { classifyPath } from './path-classes.js';
import {
  changesOnlyMetadata,
  downloadedFiles,
  fileFlags,
  implicitlyRunFiles,
  isAnalysisModule,
  isInterpreter,
  isLauncher,
  keyArguments,
  programName,
  scriptName,
} from './programs.js';
import { hasEffect, type PathLabel, type Step, type StepCommand, type StepPath } from './step.js';

/** The paths of a step without those of these words. */
function excludePaths(paths: readonly StepPath[], words: readonly string[]): readonly StepPath[] {
  if (words.length === 0) return paths;
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  return paths.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}

const spellings = ({ text, readings = [] }: StepPath): readonly string[] => [text, ...readings];

/** A path that a call may read, and its class. */
export interface ClassifiedPath {
  readonly label: PathLabel;
  readonly path: StepPath;
}

/** The classified paths that a call may read. */
export function sensitivePaths(step: Step): readonly ClassifiedPath[] {
  const paths = excludePaths(step.paths, step.commands.flatMap(keyArguments));
  return [...paths, ...step.commands.flatMap(pathsInInlineCode)].flatMap((path) => {
    const effects = path.effects ?? step.effects;
    // A call that only writes a key does not read it. This does not apply to words of commands: `cp` writes, and
    // reads first.
    const onlyWrites =
      step.commands.length === 0 &&
      effects.length > 0 &&
      effects.every((effect) => effect === 'write' || effect === 'delete');
    if (onlyWrites) return [];
    const labels = new Set(spellings(path).flatMap((text) => classifyPath(text) ?? []));
    return [...labels].map((label) => ({ label, path }));
  });
}

/** The files that a call writes, in comparable spelling. */
export function writtenPaths(step: Step): readonly string[] {
  const kept = step.commands.flatMap(({ program, words }) =>
    changesOnlyMetadata(programName(program)) ? words.slice(1) : [],
  );
  const paths = excludePaths(step.paths, kept)
    .filter(({ effects = step.effects }) => hasEffect(effects, 'write'))
    .flatMap(spellings);
  return [...new Set([...paths, ...step.commands.flatMap(downloadedFiles)].map(normalizePath))];
}

/** The files that a call runs, in comparable spelling. */
export function executedPaths(step: Step): readonly string[] {
  const found =
    step.commands.length > 0
      ? step.commands.flatMap((one) => filesRunByCommand(one, step))
      : pathsRunByTool(step);
  return [...new Set(found.map(normalizePath))];
}

/** A tool that runs its arguments: no shell text, or none that could be parsed. */
function pathsRunByTool(step: Step): readonly string[] {
  return hasEffect(step.effects, 'exec') ? step.paths.flatMap(spellings) : [];
}

function filesRunByCommand({ program, words }: StepCommand, step: Step): readonly string[] {
  const name = programName(program);
  const own = [...(/[/\\]/.test(program) ? [program] : []), ...implicitlyRunFiles(name)];
  if (isInterpreter(name)) return [...own, ...filesRunByInterpreter(words, step)];
  const flags = fileFlags(name);
  const flagged = words.filter((_, index) => flags.includes(words[index - 1] ?? ''));
  if (!isLauncher(name)) return [...own, ...flagged];
  const script = scriptName(name, words);
  if (script !== undefined) return isInterpreter(script) ? [...own, ...words.filter(looksLikeFile)] : own;
  const inner = words.findIndex(
    (word, index) => index > 0 && isBareName(word) && isInterpreter(programName(word)),
  );
  if (inner !== -1) return [...own, ...filesRunByInterpreter(words.slice(inner), step)];
  // `env ./x`, `uv run x.py`; but the arguments of `npx prettier x.ts` are not run.
  const started = words.find((word, index) => index > 0 && !LAUNCHER_WORD.test(word));
  return started !== undefined && looksLikeFile(started) ? [...own, started] : own;
}

const isBareName = (word: string): boolean => word.startsWith('/') || !/[/\\]/.test(word);
/** Flags, settings, numbers and subcommands precede the program that a launcher starts. */
const LAUNCHER_WORD = /^(?:-|\w+=|\d+[smh]?$|(?:run|exec|dlx|x|tool)$)/;

const CODE_FLAG = /^(?:-[a-z]*[cep]|--eval|--print|--execute|-command|\/c|-r)$/i;

/** The script is the first word that looks like a file; following words are arguments of the script. */
function filesRunByInterpreter(words: readonly string[], step: Step): readonly string[] {
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
      // `find … -exec sh {}`: any previous word may be the found file.
      found.push(...step.commands.flatMap((command) => command.words.slice(1)));
    } else if (word !== '-' && word !== '') {
      found.push(word);
      given = true;
      if (looksLikeFile(word)) return found;
    }
  }
  // A shell without a script runs its input: `bash < x`, `cat x | sh`. Values that are known only at run time are
  // empty here.
  return given ? found : [...found, ...step.paths.flatMap(spellings)];
}

const looksLikeFile = (word: string): boolean => /[/\\]|[^.]\.[^.]/.test(word);

const pathsInCode = (code: string): readonly string[] =>
  code.split(/["'`\s(),;<>|&=+]+/).filter((word) => word !== '' && looksLikeFile(word));

/** `require('./x')` means `x.js`. */
const withExtensions = (path: string): readonly string[] =>
  /\.[^./\\]*$/.test(path) ? [path] : [path, `${path}.js`, `${path}.py`];

/** The paths in inline code: `python -c "open('/home/ana/.ssh/id_rsa')"`. */
function pathsInInlineCode({ program, words }: StepCommand): StepPath[] {
  if (!isInterpreter(programName(program))) return [];
  const codes = words.filter((_, index) => CODE_FLAG.test(words[index - 1] ?? ''));
  return codes.flatMap(pathsInCode).map((text) => ({ text }));
}
