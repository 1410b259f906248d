// Finds the command that a command line names, loads it and runs it with its options. Help and usage errors are loaded
// only when needed, so that `proxy` starts fast.

import type { Colour } from '../terminal/colour.js';
import type { Output, WrapText } from '../terminal/output.js';
import {
  type Command,
  type CommandEntry,
  type CommandGroup,
  type CommandTable,
  exitCode,
} from './command.js';
import { parseArguments } from './parse-arguments.js';

/** The program: its commands, its version and its output, as text or JSON. */
export interface Program {
  readonly commands: CommandTable;
  readonly version: string;
  createOutput(json: boolean): Output;
}

/** Runs a command line and returns the exit code. */
export async function dispatch(words: readonly string[], program: Program): Promise<number> {
  const [first = '--help', ...rest] = words;
  if (['help', '--help', '-h'].includes(first)) return help(rest, program);
  return first.startsWith('-') ? runProgram(words, program) : find(program.commands, words, [], program);
}

/** Runs `help [COMMAND…]`. */
async function help(words: readonly string[], program: Program): Promise<number> {
  const ours = beforeSeparator(words);
  const names = ours.filter(isWord);
  return names.length > 0
    ? explain(program.commands, names, [], program)
    : runProgram(['--help', ...ours], program);
}

/** Handles a command line without a command: `--help`, `--version`, or an error. */
async function runProgram(words: readonly string[], program: Program): Promise<number> {
  const { programHelp, programOptions } = await import('./help.js');
  const grammar = { name: '', options: programOptions, operands: 'none', passthrough: false } as const;
  const parsed = parseArguments(words, grammar);
  if (parsed.kind === 'invalid') {
    const { misplacedOption, invalidArguments } = await import('./usage-errors.js');
    const misplaced = misplacedOption(program.commands, words, programOptions);
    return fail(program, misplaced ?? invalidArguments(parsed, grammar));
  }
  const { options } = parsed;
  program.createOutput(options.version && options.json).result({
    json: { name: 'clawdefender', version: program.version },
    text: (colour, wrap) =>
      options.version ? program.version : wrap(programHelp(program.commands, program.version, colour)),
  });
  return exitCode.success;
}

/** Finds the next word in a command table and runs it; `path` holds the words before it. */
async function find(
  table: CommandTable,
  words: readonly string[],
  path: readonly string[],
  program: Program,
): Promise<number> {
  const [word = '', ...rest] = words;
  const entry = table.find(({ name }) => name === word);
  if (!entry) return fail(program, (await import('./usage-errors.js')).unknownCommand(table, word, path));
  const separated = entry.loadWithSeparator && rest.includes('--') && !asksForHelp(rest);
  const command = (await (separated ? entry.loadWithSeparator?.() : entry.load())) as Command | CommandGroup;
  if (command.kind === 'group' && isWord(rest[0]))
    return find(command.subcommands, rest, [...path, word], program);
  if (asksForHelp(rest)) return showHelp(command, entry, program);
  if (command.kind === 'command') return run(command, rest, program);
  const own = await command.loadDefault?.();
  return own ? run(own, rest, program) : showHelp(command, entry, program);
}

/** Finds a command in the same way as `find` and shows its help. */
async function explain(
  table: CommandTable,
  words: readonly string[],
  path: readonly string[],
  program: Program,
): Promise<number> {
  const [word = '', ...rest] = words;
  const entry = table.find(({ name }) => name === word);
  const here = [...path, word];
  if (!entry) return fail(program, (await import('./usage-errors.js')).unknownCommand(table, word, path));
  const command = await entry.load();
  const [extra] = rest;
  if (extra === undefined) return showHelp(command, entry, program);
  if (command.kind === 'group') return explain(command.subcommands, rest, here, program);
  return fail(program, (await import('./usage-errors.js')).unknownSubcommand(here, extra));
}

async function run(command: Command, words: readonly string[], program: Program): Promise<number> {
  const parsed = parseArguments(words, command);
  if (parsed.kind === 'invalid') {
    return fail(program, (await import('./usage-errors.js')).invalidArguments(parsed, command));
  }
  if (command.forUsers && (await import('./proxied-process.js')).isProxied()) {
    program
      .createOutput(false)
      .error(
        `\`${command.name}\` was not run, because a server behind the firewall started it: only users may decide what agents may do. Run \`clawdefender ${command.name}\` in your own terminal.`,
      );
    return exitCode.failure;
  }
  return command.run({ ...parsed, output: program.createOutput(parsed.options['json'] === true) });
}

const isWord = (word: string | undefined) => word !== undefined && !word.startsWith('-');

/** The arguments before `--`; those after it belong to another program. */
const beforeSeparator = (words: readonly string[]) =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

/** True if `--help` is among the arguments; it takes precedence over errors in other arguments. */
function asksForHelp(words: readonly string[]): boolean {
  const ours = beforeSeparator(words);
  return ours.includes('--help') || ours.includes('-h');
}

async function showHelp(
  command: Command | CommandGroup,
  entry: CommandEntry,
  program: Program,
): Promise<number> {
  const { commandHelp } = await import('./help.js');
  const own = command.kind === 'group' ? await command.loadDefault?.() : undefined;
  const text = (colour: Colour, wrap: WrapText) =>
    wrap(commandHelp(command, colour, { alias: entry.alias ? entry : undefined, own }));
  program.createOutput(false).result({ json: undefined, text });
  return exitCode.success;
}

function fail(program: Program, message: string): number {
  program.createOutput(false).error(message);
  return exitCode.usageError;
}
