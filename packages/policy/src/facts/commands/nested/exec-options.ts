// Lists common programs that start other programs through an option or a setting.
import { gitVerbAt } from '../harmless/git-verb.js';
import type { ShellWord } from '../shell/shell-syntax.js';
import { gitCommand } from './command-arguments.js';
import { changesSetting, isHarmlessSetting } from './git-settings.js';
import { type FindNested, type NestedCommands, NOTHING, UNKNOWN } from './nested-commands.js';

/** Matches a module that is contained in the command or loaded from a remote address. */
export const REMOTE_MODULE = /^(?:--?[a-z-]+=)?(?:data|https?|blob):/i;

// Options of common programs. The value of such an option is a program that is started.
export const EXEC_OPTIONS: Readonly<Record<string, RegExp>> = {
  tar: /^(?:--checkpoint-action|--to-command|--use-compress-program|-I)/,
  // The pattern searches backwards from the command. A forward search would restart at every line end.
  sed: /e(?<=(?:^|[;\n/}\d$!,])\s*e)(?:[\s;]|$)|\/[gip\d]*e[gip\d]*$/,
  ssh: /ProxyCommand|LocalCommand|KnownHostsCommand/i,
  scp: /ProxyCommand|^-S/i,
  rsync: /^(?:-e|--rsh|--rsync-path)/,
  vim: /^[+]|^-c|^--cmd|^-S/,
  vi: /^[+]|^-c/,
  man: /^-P|--pager/,
  less: /^[+]!/,
  make: /^-$|^-f-$|^\/dev\/stdin$|^(?:SHELL|MAKEFLAGS)=|^--eval/,
  ...Object.fromEntries(['node', 'deno', 'tsx', 'ts-node'].map((name) => [name, REMOTE_MODULE])),
  gdb: /^-{1,2}(?:ex|iex|eval-command|init-eval-command|x|command)/,
  zip: /^(?:-TT|--unzip-command)/,
  split: /^--filter/,
  rg: /^--pre(?:=|$)|^--hostname-bin/,
  java: /^-XX:On|^-(?:agentpath|agentlib|javaagent)/,
  ...Object.fromEntries(['gcc', 'g++', 'cc', 'clang'].map((name) => [name, /^-(?:wrapper|fplugin|specs|B)/])),
  mysql: /^--pager=(?!less|more|cat)/,
  hash: /^-[a-z]*p/,
  enable: /^-[a-z]*f/,
  bind: /^-[a-z]*x/,
  shopt: /^(?:dotglob|nocaseglob|nocasematch)$/,
  setopt: /^(?:dot_?glob|glob_?dots|no_?case_?glob)$/i,
  sort: /^--compress-program/,
};

const GIT_OPTION = /^(?:--config-env|--exec|--upload-pack|--receive-pack|--exec-path|--template)/;

/** Tests whether an option names a program. Behind the subcommand, `-c` has other meanings: `git switch -c NAME`. */
function isProgramOption(text: string, next: string, verb: string, isBehind: boolean): boolean {
  if (/^-c./.test(text)) return !isBehind && !isHarmlessSetting(text.slice(2));
  if (text === '-c' || text === '--config')
    return isBehind ? verb === 'clone' && !isHarmlessSetting(next) : !isHarmlessSetting(next);
  if (text.startsWith('--config=')) return verb === 'clone' && !isHarmlessSetting(text.slice(9));
  return GIT_OPTION.test(text) && !(verb === 'rebase' && isBehind && text.startsWith('--exec'));
}

const isProgramSetting = (text: string, before: string): boolean =>
  (text.includes('.') || text.includes(':')) &&
  GIT_SETTING.test(text) &&
  !(before === '-c' && isHarmlessSetting(text));

const GIT_SETTING =
  /^(?:core\.(?:hookspath|sshcommand|pager|editor|fsmonitor|gitproxy|askpass|attributesfile)|alias\.|credential\.|includeif\.|include\.path|[\w.-]+\.(?:command|cmd|textconv|clean|smudge|process|helper|program|vcs|proxy)$|ext::)/i;

// Handles git settings that name programs, which git starts later, and `ext::`, which starts a program
// instead of opening a URL.
export function git(words: readonly ShellWord[]): NestedCommands {
  const all = ['git', ...words.map(({ text }) => text)];
  const verbAt = gitVerbAt(all);
  const verb = all[verbAt] ?? '';
  const started = verbAt === -1 ? undefined : gitCommand(verb, words.slice(verbAt));
  if (verb === 'config' && changesSetting(all.slice(verbAt + 1))) return UNKNOWN;
  for (const [at, { text }] of words.entries()) {
    if (text.charCodeAt(0) === 45) {
      if (isProgramOption(text, words[at + 1]?.text ?? '', verb, at + 1 > verbAt && verbAt !== -1))
        return UNKNOWN;
    } else if (verb !== 'config' && isProgramSetting(text, words[at - 1]?.text ?? '')) return UNKNOWN;
  }
  return started ?? NOTHING;
}

export function hasExecOption(pattern: RegExp): FindNested {
  const optionsOnly = /^\^\(\?:-[^)?]*\)(?!\?)/.test(pattern.source);
  return (words) => {
    for (const { text } of words)
      if ((!optionsOnly || text.charCodeAt(0) === 45) && pattern.test(text)) return UNKNOWN;
    return NOTHING;
  };
}
