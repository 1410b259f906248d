// Checks whether a line of a `sh` block contains an existing command or script.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../bootstrap.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = await loadCommandNames();

/** The built-in commands of npm and pnpm. */
const builtIn = new Set(
  'add ci create dlx exec i init install link login pack publish remove run-script store uninstall update view why'.split(
    ' ',
  ),
);

/** Returns the error of a line, if any. Lines that run other programs are not checked. */
export function checkShellLine(line) {
  const [program, ...words] = line.trim().replace(/^\$ +/, '').split(/\s+/);
  if (program === 'clawdefender' || program === 'claw') return checkCommand(words[0]);
  if (program === 'npm' || program === 'pnpm') return checkScript(program, words);
  if (program === 'npx') return checkBorrowed(words.filter((word) => !word.startsWith('-')));
  return undefined;
}

function checkCommand(word) {
  const known = word === undefined || word.startsWith('-') || word === 'help' || commands.includes(word);
  return known ? undefined : `names \`clawdefender ${word}\`, which does not exist`;
}

/** Checks `npx pnpm …` and `npx pnpm@VERSION …` like pnpm. */
const checkBorrowed = ([program = '', ...words]) =>
  /^pnpm(@|$)/.test(program) ? checkScript('pnpm', words) : undefined;

function checkScript(program, words) {
  const [word, script] = words.filter((candidate) => !candidate.startsWith('-'));
  if (word === undefined || builtIn.has(word)) return undefined;
  const name = word === 'run' ? script : word;
  // With npm, only `test` and `start` can be called without `run`.
  const callable = program === 'pnpm' || word === 'run' || word === 'test' || word === 'start';
  return callable && scripts[name]
    ? undefined
    : `names the script \`${name}\`, which package.json does not have`;
}

/**
 * Returns the commands of the program. They are read from the source, because documents are checked before anything is
 * built.
 */
async function loadCommandNames() {
  const source = readFileSync(join(root, 'packages/cli/src/commands/index.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const table = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return table.commands.map(({ name }) => name);
}
