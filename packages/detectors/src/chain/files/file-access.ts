// Finds the files that a call runs, writes and reads. A file is excluded where a command only uses it as a key (`ssh -i
// KEY`) or only changes its mode (`chmod`). Each such word excludes one occurrence, because the same call may also read
// the file.

import { hasEffect, type PathLabel, type Step, type StepCommand, type StepPath, spellings } from '../step.js';
import { filesRunByInterpreter, looksLikeFile, pathsInInlineCode } from './interpreter-files.js';
import { normalizePath } from './normalize-path.js';
import { classifyPath } from './path-classes.js';
import {
  changesOnlyMetadata,
  downloadedFiles,
  fileFlags,
  implicitlyRunFiles,
  isInterpreter,
  isLauncher,
  keyArguments,
  programName,
  scriptName,
} from './programs.js';

/** Returns `paths` without those in `words`; each word removes one occurrence. */
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

/** A path that a call may read, and its class. */
export interface ClassifiedPath {
  readonly label: PathLabel;
  readonly path: StepPath;
}

/** Returns the classified paths that a call may read. */
export function sensitivePaths(step: Step): readonly ClassifiedPath[] {
  const { commands } = step;
  const paths =
    commands.length === 0
      ? step.paths
      : [...excludePaths(step.paths, commands.flatMap(keyArguments)), ...commands.flatMap(pathsInInlineCode)];
  const found: ClassifiedPath[] = [];
  for (const path of paths) {
    const effects = path.effects ?? step.effects;
    // A call that only writes a key does not read it. This does not apply to commands: `cp` has the effect `write`, but
    // also reads its source.
    const onlyWrites =
      commands.length === 0 &&
      effects.length > 0 &&
      effects.every((effect) => effect === 'write' || effect === 'delete');
    if (onlyWrites) continue;
    const labels: PathLabel[] = [];
    for (const text of spellings(path)) {
      const label = classifyPath(text);
      if (label === undefined || labels.includes(label)) continue;
      labels.push(label);
      found.push({ label, path });
    }
  }
  return found;
}

/** Returns the files that a call writes, as normalized paths. */
export function writtenPaths(step: Step): readonly string[] {
  if (step.commands.length === 0 && !mayWrite(step)) return none;
  const metadataOnly = step.commands.flatMap(({ program, words }) =>
    changesOnlyMetadata(programName(program)) ? words.slice(1) : [],
  );
  const paths = excludePaths(step.paths, metadataOnly)
    .filter(({ effects = step.effects }) => hasEffect(effects, 'write'))
    .flatMap(spellings);
  return [...new Set([...paths, ...step.commands.flatMap(downloadedFiles)].map(normalizePath))];
}

const mayWrite = ({ paths, effects }: Step): boolean =>
  paths.some((path) => hasEffect(path.effects ?? effects, 'write'));

/** Returns the files that a call runs, as normalized paths. */
export function executedPaths(step: Step): readonly string[] {
  const found =
    step.commands.length > 0
      ? step.commands.flatMap((one) => filesRunByCommand(one, step))
      : pathsRunByTool(step);
  return found.length === 0 ? none : [...new Set(found.map(normalizePath))];
}

const none: readonly string[] = [];

/** Returns the files that a tool runs if the call contains no command, or none that can be parsed. */
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
  // `env ./x` and `uv run x.py` run the file. `npx prettier x.ts` does not: the file is an argument of `prettier`.
  const started = words.find((word, index) => index > 0 && !LAUNCHER_WORD.test(word));
  return started !== undefined && looksLikeFile(started) ? [...own, started] : own;
}

const isBareName = (word: string): boolean => word.startsWith('/') || !/[/\\]/.test(word);
/** Matches flags, settings, numbers and subcommands. Such words precede the program that a launcher starts. */
const LAUNCHER_WORD = /^(?:-|\w+=|\d+[smh]?$|(?:run|exec|dlx|x|tool)$)/;
