// What the arguments of a call name: every string with the key that it stands under, as a path, a host, a command, code
// or SQL.
import { startsLikePath } from '../patterns.js';
import {
  createShellFacts,
  readArguments,
  readProgramText,
  readShellText,
  type ShellFacts,
} from './commands.js';
import { READ, WRITE } from './effects.js';
import { decodedPath } from './encoded-path.js';
import type { FactSource, HostFact, PathFact } from './facts.js';
import { bareHost, hostsOfUrls, isHostAndPort, oddWebHost } from './hosts.js';
import {
  ARGV_KEY,
  CODE_KEY,
  COMMAND_KEY,
  CONTENT_KEY,
  HOST_KEY,
  PATH_KEY,
  PROSE_KEY,
  SQL_KEY,
} from './keys.js';
import type { ParseShell } from './program.js';
import { addShellWords } from './shell-facts.js';
import { readSql, startsLikeSql } from './sql.js';
import { parseJsonText, startsLikeJson, type Visitor, walkValue } from './walk.js';

/** Judging takes microseconds for each, and other messages wait. */
const MAX_PATHS = 20_000;

/** What a tool does with text that it is given, by its name. */
export interface ToolKind {
  readonly isShell: boolean;
  readonly isProgram: boolean;
  readonly isDatabase: boolean;
}

export const NO_TOOL: ToolKind = { isShell: false, isProgram: false, isDatabase: false };

/** What the search has to know about this machine's grammar and about names of arguments. */
export interface ValueSearch {
  readonly parse: ParseShell | undefined;
  readonly kindOf: (key: string) => number;
}

export interface Found {
  readonly paths: PathFact[];
  readonly guesses: readonly PathFact[];
  readonly hosts: HostFact[];
  readonly shell: ShellFacts | undefined;
  /** What statements of SQL do to files. */
  readonly effects: number;
  readonly contents: readonly string[];
  readonly refusal: string | undefined;
}

/** Finds everything that a value names. */
export function findInValue(
  value: unknown,
  { isShell, isProgram, isDatabase }: ToolKind,
  { parse, kindOf }: ValueSearch,
): Found {
  const paths: PathFact[] = [];
  const guesses: PathFact[] = [];
  const hosts: HostFact[] = [];
  let shell: ShellFacts | undefined;
  let effects = 0;
  const contents: string[] = [];
  const commandKinds = isShell ? COMMAND_KEY | CODE_KEY : COMMAND_KEY;
  const addPath = (text: string) =>
    paths.push({ text, source: 'arguments', effects: undefined, exact: true });
  const addHosts = (text: string, source: FactSource) => {
    for (const host of hostsOfUrls(text)) hosts.push({ ...host, text, source });
  };
  const addSql = (text: string) => {
    const { files, programs, unknown } = readSql(text);
    for (const { path, writes, guessed } of files) {
      const done = writes ? READ | WRITE : READ;
      const fact = { text: path, source: 'arguments', effects: done, exact: true, guessed } as const;
      (guessed ? guesses : paths).push(fact);
      if (!guessed) effects |= done;
    }
    if (programs.length === 0 && !unknown) return;
    shell ??= createShellFacts();
    for (const program of programs) readShellText(program, parse, shell);
    if (unknown) shell.unknown = true;
  };
  // Content that could be JSON, kept for the end.
  let maybeJson: string[] | undefined;
  let late = false;
  const visitor: Visitor = {
    leaf(text, key, inArray) {
      const kind = kindOf(key);
      const isContent = (kind & CONTENT_KEY) !== 0;
      if (isContent) {
        contents.push(text);
        if (!late && startsLikeJson(text)) {
          maybeJson ??= [];
          maybeJson.push(text);
        }
      }
      if ((kind & commandKinds) !== 0 && !inArray) {
        shell ??= createShellFacts();
        if (isProgram && (kind & COMMAND_KEY) === 0) readProgramText(text, shell);
        else readShellText(text, parse, shell);
      }
      if ((kind & PATH_KEY) !== 0 ? text !== '' : isPathText(text) && !isProse(kind, text)) addPath(text);
      const decoded = decodedPath(text);
      if (decoded !== undefined)
        guesses.push({ text: decoded, source: 'arguments', effects: undefined, exact: true, guessed: true });
      const isText = (kind & (CONTENT_KEY | PROSE_KEY)) !== 0;
      if ((kind & SQL_KEY) !== 0 || (isDatabase && !isText)) addSql(text);
      else if ((isDatabase || !isText) && startsLikeSql(text)) addSql(text);
      if (text.includes('://'))
        addHosts(text, isContent && (kind & commandKinds) === 0 ? 'content' : 'arguments');
      else if ((kind & HOST_KEY) !== 0 || isHostAndPort(text)) {
        const host = bareHost(text);
        if (host !== undefined) hosts.push({ ...host, text, source: 'arguments' });
      }
      const odd = oddWebHost(text);
      if (odd !== undefined) hosts.push({ ...odd, text, source: 'arguments' });
    },
    key(name) {
      if (isPathText(name)) addPath(name);
      if (name.includes('://')) addHosts(name, 'arguments');
    },
    array(items, key) {
      // A command as an array is an argument vector: no shell reads it.
      if ((kindOf(key) & commandKinds) === 0 || !items.every((item) => typeof item === 'string')) return;
      shell ??= createShellFacts();
      readArguments(items, parse, shell);
    },
    // A file that is written may be JSON; its paths and commands are not those of the call.
    isText: (key) => !late && (kindOf(key) & (CONTENT_KEY | COMMAND_KEY)) === CONTENT_KEY,
    object(object) {
      if (shell === undefined) return;
      const argv = argumentVector(object, commandKinds, kindOf);
      if (argv !== undefined) readArguments(argv, parse, shell);
    },
  };
  let complete = walkValue(value, visitor);
  // Where there is no file to write it to, it is no content of one.
  if (maybeJson !== undefined && paths.length === 0) {
    late = true;
    for (const text of maybeJson) complete = walkValue(parseJsonText(text), visitor) && complete;
  }
  if (shell !== undefined) addShellWords(shell, paths, hosts);
  return {
    paths,
    guesses,
    hosts,
    shell,
    effects,
    contents,
    refusal: !complete
      ? 'the arguments are nested too deeply to be judged'
      : paths.length + guesses.length > MAX_PATHS
        ? `the call names more than ${MAX_PATHS} paths, too many to be judged`
        : undefined,
  };
}

// Under a name for text, words behind a path make it a sentence about the path.
function isProse(kind: number, text: string): boolean {
  return (
    (kind & (CONTENT_KEY | PROSE_KEY)) !== 0 &&
    (kind & COMMAND_KEY) === 0 &&
    /\s[^/\\]+$/.test(text.trim()) &&
    !/\s.*[/\\]/s.test(text.trim())
  );
}

function isPathText(text: string): boolean {
  const bare = text.charCodeAt(0) <= 32 && text.length <= 4096 ? text.trimStart() : text;
  return startsLikePath(bare) && bare.length <= 4096 && !/[\n\r]/.test(bare.trimEnd());
}

// `{ command: "rm", args: ["-rf", "/"] }`
function argumentVector(
  object: Readonly<Record<string, unknown>>,
  commandKinds: number,
  kindOf: (key: string) => number,
): string[] | undefined {
  let command: string | undefined;
  let rest: string[] | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (typeof value === 'string' && (kindOf(key) & commandKinds) !== 0) command = value;
    else if (
      Array.isArray(value) &&
      (kindOf(key) & ARGV_KEY) !== 0 &&
      value.every((item) => typeof item === 'string')
    )
      rest = value;
  }
  if (rest === undefined || command === undefined) return undefined;
  return [command, ...rest];
}
