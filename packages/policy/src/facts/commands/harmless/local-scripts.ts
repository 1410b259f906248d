// Recognizes project scripts that a shell runs: `bash scripts/build.sh`. They are treated like `./scripts/build.sh`
// and `npm run build`, unless the same text writes the script.

import { MOVE, NAME, WRITE } from '../../effects.js';
import type { Invocation } from '../invocation.js';
import type { ShellFacts } from '../shell/shell-facts.js';
import type { ShellWord } from '../shell/shell-syntax.js';
import type { WorkingDirectory } from '../working-directory.js';
import { INSIDE } from './usual-mode.js';

const OPTION = /^-[efuvxl]+$/;
/** Folders whose content does not belong to the project. */
const FOREIGN =
  /^(?:\/(?:tmp|dev|proc|var|private|mnt|media)(?:\/|$)|.*\/(?:Downloads|node_modules)(?:\/|$))|(?:^|\/)\.\.(?:\/|$)/;

/** Returns the script that a shell runs with these arguments, if the script is a project file. */
export function localScript(words: readonly ShellWord[]): string | undefined {
  const at = words.findIndex(({ text }) => !OPTION.test(text));
  const script = words[at];
  return script?.exact === true && INSIDE.test(script.text) ? script.text : undefined;
}

/**
 * Records a script for `settleScripts`. If the command is in a folder that does not belong to the project, the
 * content of the script is unknown.
 */
export function addScript(facts: ShellFacts, script: string, folder: WorkingDirectory | undefined): void {
  if (folder !== undefined && (!folder.exact || FOREIGN.test(folder.path))) facts.unknown = true;
  else facts.scripts.push(script);
}

/** Records the files of a `chmod` before its invocation is added. */
export function addModes(
  facts: ShellFacts,
  words: readonly string[],
  folder: WorkingDirectory | undefined,
): void {
  const isForeign = folder !== undefined && (!folder.exact || FOREIGN.test(folder.path));
  for (const file of words.slice(2))
    facts.modes.push([isForeign ? ANY_FILE : file, facts.invocations.length]);
}

const ANY_FILE = '*';
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** If the same call writes a script, the script can contain any command. */
export function settleScripts(facts: ShellFacts): void {
  const { scripts, modes, words, invocations } = facts;
  if (scripts.length + modes.length === 0) return;
  const written = words.filter(({ effects }) => (effects & (WRITE | MOVE)) !== 0 && (effects & NAME) === 0);
  const isUncertain = written.some(({ exact }) => !exact);
  const names = new Set(written.map(({ text }) => baseOf(text)));
  const isWritten = (file: string) => isUncertain || names.has(baseOf(file));
  if (scripts.some(isWritten)) facts.unknown = true;
  for (const [file, index] of modes) {
    const { isHarmless: _, ...invocation } = invocations[index] ?? {};
    if (file === ANY_FILE || isWritten(file)) invocations[index] = invocation as Invocation;
  }
}
