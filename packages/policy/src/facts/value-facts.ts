// Finds the facts in the arguments of a call. Depending on its key, a string may be a path, a host, a
// command, code or SQL.
import { startsLikePath } from '../match/pattern-syntax.js';
import {
  ARGV_KEY,
  CELL_KEY,
  CODE_KEY,
  COMMAND_KEY,
  CONTENT_KEY,
  ENTRY_KEY,
  ENVIRONMENT_KEY,
  FILENAME_KEY,
  FOLDER_KEY,
  HOST_KEY,
  KEYSTROKES_KEY,
  MAYBE_OUTPUT_KEY,
  MENTION_KEY,
  OUTPUT_KEY,
  PATH_KEY,
  PROGRAM_KEY,
  PROSE_KEY,
  SQL_KEY,
} from './argument-keys.js';
import { readSql, startsLikeSql } from './code/sql.js';
import { argumentVectors, isListOfText, scriptOf, VECTOR_KEYS } from './commands/argument-vector.js';
import {
  addText,
  addVariables,
  asTyped,
  CONTEXT_KEYS,
  type CommandContext,
  withInput,
} from './commands/command-context.js';
import { readArguments, readProgramText, readShellText } from './commands/commands.js';
import { settleScripts } from './commands/harmless/local-scripts.js';
import { baseName } from './commands/invocation.js';
import { readJoinedArguments } from './commands/nested/joined-arguments.js';
import { readNotebook } from './commands/nested/notebook.js';
import { isKnownProgram } from './commands/program-profiles.js';
import { createShellFacts, type ShellFacts } from './commands/shell/shell-facts.js';
import type { ParseShell } from './commands/shell/shell-syntax.js';
import { commandTexts, unusualVectors } from './commands/unusual-arguments.js';
import { isRooted } from './commands/word-paths.js';
import { addWordTargets } from './commands/word-targets.js';
import { folderNamed, type WorkingDirectory } from './commands/working-directory.js';
import { READ, WRITE } from './effects.js';
import { decodePath } from './encoding/encoded-path.js';
import type { FactSource, HostFact, PathFact } from './facts.js';
import { bareHost, hostsOfUrls, isHostAndPort, oddWebHost } from './hosts.js';
import { embeddedPaths } from './paths/embedded-paths.js';
import { bareName, hiddenPath } from './paths/hidden-path.js';
import { joinedPaths } from './paths/joined-paths.js';
import { isProse } from './prose.js';
import { parseJsonText, startsLikeJson, type Visitor, walkValue } from './walk-value.js';

/**
 * The maximum number of paths. Evaluating a path takes microseconds, during which other messages have to
 * wait.
 */
const MAX_PATHS = 20_000;

const NO_FOLDER = [undefined];
/** If a call names more folders than this, none of them is treated as the working directory. */
const MAX_FOLDERS = 4;
const MAX_ENTRIES = 64;

/** How a tool uses text in its arguments, according to the name of the tool. */
export interface ToolKind {
  readonly isShell: boolean;
  readonly isProgram: boolean;
  readonly isDatabase: boolean;
  /** True if the commands in the arguments are keywords of the tool and not shell commands. */
  readonly isEditor: boolean;
  /** True if the tool types text into a terminal. */
  readonly isTerminal: boolean;
  /** True if any argument can name a file, whatever the name of the argument is. */
  readonly readsFiles: boolean;
}

export const UNKNOWN_TOOL: ToolKind = {
  isShell: false,
  isProgram: false,
  isDatabase: false,
  isEditor: false,
  isTerminal: false,
  readsFiles: false,
};

/** The shell parser and the tables of argument names. */
export interface ValueSearch {
  readonly parse: ParseShell | undefined;
  readonly kindOf: (key: string) => number;
}

export interface ValueFacts {
  readonly paths: PathFact[];
  readonly guesses: readonly PathFact[];
  /** The paths in arguments that name an output file. */
  readonly outputs: ReadonlySet<PathFact>;
  readonly filenames: ReadonlySet<PathFact>;
  readonly hosts: HostFact[];
  readonly shell: ShellFacts | undefined;
  /** The effects on files of the SQL statements in the call. */
  readonly effects: number;
  readonly contents: readonly string[];
  /** Prose, code and search terms. Addresses in them are not connected to. */
  readonly mentions: readonly string[];
  readonly invalidReason: string | undefined;
}

/** Finds all facts in a value. */
export function findInValue(
  value: unknown,
  { isShell, isProgram, isDatabase, isEditor, isTerminal, readsFiles }: ToolKind,
  { parse: grammar, kindOf }: ValueSearch,
): ValueFacts {
  const paths: PathFact[] = [];
  const guesses: PathFact[] = [];
  const hosts: HostFact[] = [];
  let shell: ShellFacts | undefined;
  let effects = 0;
  const contents: string[] = [];
  const mentions: string[] = [];
  const typed = isTerminal ? KEYSTROKES_KEY : 0;
  const codeKinds = !isShell ? 0 : isProgram ? CODE_KEY | CELL_KEY : CODE_KEY;
  const commandKinds = isEditor ? 0 : COMMAND_KEY | codeKinds | typed;
  const reading = { kindOf, commandKinds, isShell: isShell && !isEditor };
  /** True if the call has a list that may contain the arguments of a program. */
  let hasLists = false;
  /** Evaluated after all arguments have been visited, because the folder may follow the command. */
  const commands: ((facts: ShellFacts, start: WorkingDirectory | undefined) => void)[] = [];
  /** Evaluated together with the commands. */
  let context: CommandContext | undefined;
  let parse = grammar;
  const folders: string[] = [];
  const entries: string[] = [];
  const [outputs, filenames] = [new Set<PathFact>(), new Set<PathFact>()];
  const addPath = (text: string, kind = 0) => {
    const fact: PathFact = { text, source: 'arguments', effects: undefined, exact: true };
    paths.push(fact);
    if (isOutput(kind, text)) outputs.add(fact);
    if ((kind & FILENAME_KEY) !== 0) filenames.add(fact);
  };
  const addGuess = (text: string | undefined) => {
    if (text !== undefined)
      guesses.push({ text, source: 'arguments', effects: undefined, exact: true, guessed: true });
  };
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
  // Content that may be JSON. It is evaluated after all arguments have been visited.
  let maybeJson: string[] | undefined;
  let late = false;
  const visitor: Visitor = {
    leaf(text, key, inArray) {
      const kind = kindOf(key);
      if ((kind & FOLDER_KEY) !== 0) folders.push(text);
      else if ((kind & ENTRY_KEY) !== 0) entries.push(text);
      if ((kind & ARGV_KEY) !== 0) hasLists = true;
      if ((kind & CONTEXT_KEYS) !== 0) context = addText(context, text, key, kind);
      const isContent = (kind & CONTENT_KEY) !== 0;
      if (isContent) {
        contents.push(text);
        if (!late && startsLikeJson(text)) {
          maybeJson ??= [];
          maybeJson.push(text);
        }
      }
      if ((kind & (PROSE_KEY | MENTION_KEY | CODE_KEY)) !== 0 && (kind & (commandKinds | HOST_KEY)) === 0)
        mentions.push(text);
      if (!inArray && ((kind & commandKinds) !== 0 || ((kind & PROGRAM_KEY) !== 0 && isCommand(text)))) {
        shell ??= createShellFacts();
        if ((kind & codeKinds) !== 0) readNotebook(text, grammar, shell);
        if (isProgram && (kind & COMMAND_KEY) === 0) readProgramText(text, shell);
        else
          commands.push((facts, start) =>
            readShellText(typed === 0 ? text : asTyped(text), parse, facts, 0, start),
          );
      }
      if (
        (kind & PATH_KEY) !== 0
          ? text !== ''
          : (isPathText(text) && !isProse(kind, text)) || isOutput(kind, text)
      )
        addPath(text, kind);
      else addGuess(readsFiles ? bareName(text, kind) : hiddenPath(text, kind));
      addGuess(decodePath(text));
      for (const path of joinedPaths(text, kind)) addGuess(path);
      for (const path of embeddedPaths(text, kind)) addGuess(path);
      const isText = (kind & (CONTENT_KEY | PROSE_KEY)) !== 0;
      const isSql = (kind & SQL_KEY) !== 0 || (isDatabase && !isText);
      if (isSql || ((isDatabase || !isText) && startsLikeSql(text))) addSql(text);
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
      const kind = kindOf(key);
      if ((kind & VECTOR_KEYS) !== 0) hasLists = true;
      if ((kind & ENVIRONMENT_KEY) !== 0) context = addVariables(context, items);
      for (const argv of unusualVectors(items, kind, reading))
        commands.push((facts, start) => readArguments(argv, parse, facts, start));
      if ((kind & commandKinds) === 0 || !isListOfText(items)) return;
      shell ??= createShellFacts();
      const argv = items.map(String);
      // A command in an array is either an argument vector, which is not parsed by a shell, or a list of
      // shell commands. Both interpretations are evaluated.
      commands.push((facts, start) => readArguments(argv, parse, facts, start));
      const script = scriptOf(argv, key);
      if (script !== undefined)
        commands.push((facts, start) => readShellText(script, parse, facts, 0, start));
    },
    // Content to be written may be JSON, but the paths and commands in that JSON are not used by the call.
    isText: (key) => !late && (kindOf(key) & (CONTENT_KEY | COMMAND_KEY)) === CONTENT_KEY,
    object(object) {
      for (const text of commandTexts(object, reading))
        commands.push((facts, start) => readShellText(text, parse, facts, 0, start));
      if (!hasLists) return;
      const vectors = argumentVectors(object, reading);
      if (vectors?.length === 0) return;
      shell ??= createShellFacts();
      if (vectors === undefined) shell.unknown = true;
      else
        for (const argv of vectors)
          commands.push((facts, start) => readJoinedArguments(argv, parse, facts, start, context?.input));
    },
  };
  let complete = walkValue(value, visitor);
  // If the call names no file, the text is not the content of a file.
  if (maybeJson !== undefined && paths.length === 0) {
    late = true;
    for (const text of maybeJson) complete = walkValue(parseJsonText(text), visitor) && complete;
  }
  const directories = folders.length === 0 ? NO_FOLDER : folders.slice(0, MAX_FOLDERS).map(folderNamed);
  if (commands.length > 0) shell ??= createShellFacts();
  if (shell !== undefined) {
    if (context !== undefined) {
      parse = withInput(grammar, context.input);
      if (context.altersExecution) shell.unknown = true;
    }
    for (const directory of directories) for (const read of commands) read(shell, directory);
    if (folders.length > MAX_FOLDERS && commands.length > 0) shell.unknown = true;
    settleScripts(shell);
    addWordTargets(shell, paths, hosts);
  }
  for (const folder of folders.slice(0, MAX_FOLDERS))
    for (const entry of entries.slice(0, MAX_ENTRIES)) if (!isRooted(entry)) addGuess(`${folder}/${entry}`);
  return {
    paths,
    guesses,
    outputs,
    filenames,
    hosts,
    shell,
    effects,
    contents,
    mentions,
    invalidReason: !complete
      ? 'the arguments are nested too deeply to check'
      : paths.length + guesses.length > MAX_PATHS
        ? `the call names more than ${MAX_PATHS} paths, which is too many to check`
        : undefined,
  };
}

const isOutput = (kind: number, text: string): boolean =>
  (kind & (OUTPUT_KEY | PATH_KEY)) === (OUTPUT_KEY | PATH_KEY) ||
  ((kind & (OUTPUT_KEY | MAYBE_OUTPUT_KEY)) !== 0 && (isPathText(text) || isFileName(text)));

/** `output: "report.pdf"` and `output: "dist/"` name files; `output: "json"` does not. */
const isFileName = (text: string): boolean => /^[^\s:]{1,255}(?:\.[A-Za-z]\w{0,7}|\/)$/.test(text);

function isPathText(text: string): boolean {
  const bare = text.charCodeAt(0) <= 32 && text.length <= 4096 ? text.trimStart() : text;
  return startsLikePath(bare) && bare.length <= 4096 && !/[\n\r]/.test(bare.trimEnd());
}

/** Tests whether a text is a command line with arguments and not only the name of a command. */
const isCommand = (text: string): boolean =>
  /\s/.test(text.trim()) && isKnownProgram(baseName(text.trim().split(/\s/, 1)[0] ?? ''));
