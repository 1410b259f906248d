// Finds patches in shell text: `git apply <<EOF`, `cat <<EOF | patch -p0`, `apply_patch '…'`. The command
// does not name the files that the patch changes.

import { baseName } from '../commands/invocation.js';
import { addWord, type ShellFacts } from '../commands/shell/shell-facts.js';
import type { ShellCommand } from '../commands/shell/shell-syntax.js';
import type { WorkingDirectory } from '../commands/working-directory.js';
import { filesOfPatch, mayBePatch, type PatchFile } from './patch-files.js';

const PATCHES = new Set(['patch', 'gpatch', 'apply_patch', 'applypatch']);

/**
 * Adds the files that the patches in a text change. The whole text is searched, because another command can
 * pipe the patch to the patch program.
 */
export function addPatchedFiles(
  text: string,
  commands: readonly ShellCommand[],
  facts: ShellFacts,
  folder: WorkingDirectory | undefined,
): void {
  for (const { text: file, effects } of patchedFiles(text, commands)) {
    facts.effects |= effects;
    addWord(facts, { text: file, exact: false }, effects, folder);
  }
}

function patchedFiles(text: string, commands: readonly ShellCommand[]): readonly PatchFile[] {
  if (!mayBePatch(text) || !/patch|apply|\bam\b/.test(text)) return [];
  const patch = commands.find(appliesPatch);
  if (patch === undefined) return [];
  const options = patch.words.map((word) => word.text);
  const strip = Number(/ (?:-p|--strip[= ]) ?(\d{1,3})\b/.exec(` ${options.join(' ')}`)?.[1] ?? 1);
  const folder = / (?:-d|--directory)(?:=| )?(\S+)/.exec(options.join(' '))?.[1];
  const texts = commands.flatMap(({ input, words }) => [
    ...input,
    ...words.slice(1).map((word) => word.text.replaceAll('\\n', '\n')),
  ]);
  const files = texts.flatMap((one) => filesOfPatch(one, strip));
  if (folder === undefined) return files;
  return [...files, ...files.map(({ text: file, effects }) => ({ text: `${folder}/${file}`, effects }))];
}

function appliesPatch({ words }: ShellCommand): boolean {
  return words.some(
    ({ text }, at) =>
      PATCHES.has(baseName(text)) ||
      ((text === 'apply' || text === 'am') &&
        words.slice(0, at).some((word) => baseName(word.text) === 'git')),
  );
}
