// Finds the commands that programs start. If the inner command cannot be determined, it is unknown.

import { localScript } from '../harmless/local-scripts.js';
import type { ShellWord } from '../shell/shell-syntax.js';
import { altersExecution } from '../variables/execution-variables.js';
import { COMMAND_ARGUMENTS } from './command-arguments.js';
import { EXEC_OPTIONS, git, hasExecOption, REMOTE_MODULE } from './exec-options.js';
import { find } from './find-exec.js';
import {
  type FindNested,
  type NestedCommands,
  NOTHING,
  optionTexts,
  shellTextOption,
  UNKNOWN,
} from './nested-commands.js';
import { packageRunner, runner, VERBS } from './package-runners.js';
import { PREFIXES, prefix } from './prefix-programs.js';

const SHELLS = new Set('sh bash dash zsh ksh mksh ash fish rbash csh tcsh'.split(' '));

const runsUnknown: FindNested = () => UNKNOWN;
const runsOption: FindNested = (words) => {
  const texts = optionTexts(words, /^--command$/);
  const found = shellTextOption(words, /^-[a-zA-Z]*c$|^--command$/);
  // `runuser -u USER -- PROGRAM`
  return {
    ...found,
    texts: [...found.texts, ...texts],
    candidates: texts.length + found.texts.length > 0 ? [] : words,
  };
};

const bun = runner(['x']);

/** The programs that start other programs. */
export const WRAPPERS: ReadonlyMap<string, FindNested> = new Map<string, FindNested>([
  ...COMMAND_ARGUMENTS,
  ...Object.keys(PREFIXES).map((name): [string, FindNested] => [
    name,
    (words, input) => prefix(name, words, input),
  ]),
  ...Object.entries(EXEC_OPTIONS).map(([name, pattern]): [string, FindNested] => [
    name,
    hasExecOption(pattern),
  ]),
  ...[...SHELLS].map((name): [string, FindNested] => [name, shell]),
  ...['powershell', 'pwsh', 'cmd', 'wsl'].map((name): [string, FindNested] => [name, runsUnknown]),
  ...['source', '.'].map((name): [string, FindNested] => [name, sourced]),
  ...['export', 'declare', 'typeset', 'readonly', 'local'].map((name): [string, FindNested] => [
    name,
    assigning,
  ]),
  ...['su', 'runuser', 'script'].map((name): [string, FindNested] => [name, runsOption]),
  ...Object.entries(VERBS).map(([name, verbs]): [string, FindNested] => [name, runner(verbs)]),
  ...['npx', 'pnpx', 'bunx'].map((name): [string, FindNested] => [name, packageRunner(name)]),
  [
    'bun',
    (words, input) => (words.some(({ text }) => REMOTE_MODULE.test(text)) ? UNKNOWN : bun(words, input)),
  ],
  ['git', git],
  ['find', find],
  ['fd', find],
  ['eval', (words) => ({ ...NOTHING, texts: [joined(words)], unknown: words.some(({ exact }) => !exact) })],
  ['trap', (words) => ({ ...NOTHING, texts: words.slice(0, 1).map(({ text }) => text) })],
  [
    'alias',
    (words) => ({
      ...NOTHING,
      texts: words.flatMap(({ text }) => (text.includes('=') ? [text.slice(text.indexOf('=') + 1)] : [])),
    }),
  ],
  [
    'ssh',
    (words) => ({
      ...NOTHING,
      texts: remote(words),
      unknown: words.some(({ text }) => EXEC_OPTIONS['ssh']?.test(text) ?? false),
    }),
  ],
  [
    'env',
    (words, input) =>
      words.some(({ text }) => /^-[a-zA-Z0]*S|^--s/.test(text))
        ? {
            ...NOTHING,
            texts: [splitString(words)],
            unknown: words.some(({ text }) => altersExecution(text)),
          }
        : prefix('env', words, input),
  ],
]);

function assigning(words: readonly ShellWord[]): NestedCommands {
  return words.some(({ text }) => altersExecution(text)) ? UNKNOWN : NOTHING;
}

// Activating a Python environment is common; any other sourced file can contain any command.
function sourced(words: readonly ShellWord[]): NestedCommands {
  const [only] = words;
  return words.length === 1 &&
    only?.exact === true &&
    /(?:^|\/)\.?v?env\/(?:bin|Scripts)\/activate$/.test(only.text)
    ? NOTHING
    : UNKNOWN;
}

const SPLIT = /^-[a-zA-Z0]*S(?:=?)|^--s[a-z-]*=?/;

// Returns the command of `env -S`. The text after `-S` is split into words; the words after the text remain
// unchanged.
function splitString(words: readonly ShellWord[]): string {
  const at = words.findIndex(({ text }) => SPLIT.test(text));
  const [first = '', ...rest] = words.slice(at).map(({ text }) => text);
  const attached = first.replace(SPLIT, '');
  const [split = '', ...args] = attached === '' ? rest : [attached, ...rest];
  return [split, ...args.map((text) => `'${text.replaceAll("'", "'\\''")}'`)].join(' ');
}

const joined = (words: readonly ShellWord[]) => words.map(({ text }) => text).join(' ');

/** `bash -O dotglob -c TEXT` */
const CHANGES_WILDCARDS = /^(?:dotglob|nocaseglob)$/;

// Handles shells: `sh -c TEXT` runs the text, `sh FILE` runs a file with unknown content, and `sh` alone runs
// its input.
function shell(words: readonly ShellWord[], input: readonly string[]): NestedCommands {
  const at = words.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text));
  if (at !== -1) {
    const script = words.slice(at + 1).find(({ text }) => !/^[-+]/.test(text));
    return {
      ...NOTHING,
      texts: script === undefined ? [] : [script.text],
      unknown:
        script === undefined || !script.exact || words.some(({ text }) => CHANGES_WILDCARDS.test(text)),
    };
  }
  if (words.some(({ text }) => text === '--version' || text === '--help')) return NOTHING;
  const file = words.some(({ text }) => !text.startsWith('-'));
  const script = input.length === 0 ? localScript(words) : undefined;
  if (script !== undefined) return { ...NOTHING, script };
  return { ...NOTHING, texts: file ? [] : input, unknown: file || input.length === 0 };
}

function remote(words: readonly ShellWord[]): string[] {
  let at = 0;
  while (at < words.length && words[at]?.text.startsWith('-'))
    at += /^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[at]?.text ?? '') ? 2 : 1;
  const command = words.slice(at + 1);
  return command.length === 0 ? [] : [joined(command)];
}
