// Reconstructs the git command that a git tool runs, where the command decides which program git starts or where it
// sends data: `git_config {"key": "core.pager", …}`, `git_remote_add {"url": …}`, `git_raw {"command": "push …"}`.

import { CONTENT_KEY, FOLDER_KEY, kindOfKey, PATH_KEY, PROSE_KEY, splitWords } from '../argument-keys.js';
import { isRecord } from '../is-record.js';

/** Subcommands whose values can name a program or a remote repository. */
const SUBCOMMANDS = new Set(['config', 'remote', 'push', 'fetch', 'pull', 'clone', 'submodule']);
/** Tools that take the whole command: `git`, `git_raw`, `run_git_command`. */
const GENERIC =
  /^(?:(?:run|exec|execute|call|use) )?git(?: (?:raw|run|exec|execute|command|cmd|cli|wrapper|call|shell|tool))*$/;
const OPERATION = /^(?:action|operation|mode|op|subcommand|type)$/i;
const MAX_WORDS = 64;
const LONGEST = 4096;
const DEPTH = 4;

/** Returns the words of the command, or undefined if the tool runs no such command. */
export function gitCommandOf(tool: string, args: unknown): readonly string[] | undefined {
  if (!isRecord(args)) return undefined;
  const words = splitWords(tool);
  if (!words.includes('git')) return undefined;
  if (GENERIC.test(words.join(' '))) {
    const command = wholeCommand(args);
    return command.length === 0 || command[0] === 'git' ? undefined : ['git', ...command];
  }
  const at = words.findIndex((word) => SUBCOMMANDS.has(word));
  if (at === -1) return undefined;
  const command = ['git', ...words.slice(at).filter((word) => word !== 'git')];
  for (const key of Object.keys(args)) if (OPERATION.test(key)) addWords(command, '', args[key]);
  for (const key of Object.keys(args)) if (!OPERATION.test(key)) addWords(command, key, args[key]);
  return command;
}

/** Returns the words under the names of commands and arguments: `{command: "log", args: ["-p"]}`. */
function wholeCommand(args: Readonly<Record<string, unknown>>): string[] {
  const words: string[] = [];
  for (const kinds of [COMMAND, ARGUMENTS])
    for (const key of Object.keys(args)) {
      const value = args[key];
      if (!kinds.test(key)) continue;
      for (const item of Array.isArray(value) ? value : [value])
        if (typeof item === 'string' && item.length <= LONGEST)
          words.push(...(Array.isArray(value) ? [item] : item.trim().split(/\s+/)));
    }
  return words.slice(0, MAX_WORDS);
}

const COMMAND = /^(?:command|cmd|subcommand|operation|action|verb)$/i;
const ARGUMENTS = /^(?:arg|args|argv|arguments|options|flags|params|parameters)$/i;

/** Adds the values that are no options, folders or prose. Names such as `core.pager` are settings and count as well. */
function addWords(words: string[], key: string, value: unknown, depth = 0): void {
  if (words.length >= MAX_WORDS || depth > DEPTH) return;
  if (Array.isArray(value)) for (const item of value) addWords(words, key, item, depth + 1);
  else if (isRecord(value))
    for (const name of Object.keys(value)) {
      if (name.includes('.')) words.push(name);
      addWords(words, name, value[name], depth + 1);
    }
  else if (
    typeof value === 'string' &&
    value.length <= LONGEST &&
    value[0] !== '-' &&
    isWord(value, kindOfKey(key))
  )
    words.push(value);
}

const isWord = (text: string, kind: number): boolean =>
  (kind & (PATH_KEY | FOLDER_KEY | CONTENT_KEY | PROSE_KEY)) === 0 ||
  ((kind & PROSE_KEY) === 0 && text.includes('::')) ||
  ((kind & PATH_KEY) !== 0 && text.includes('://'));
