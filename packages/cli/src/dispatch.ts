// From the words of a command line to the command that answers them: finds it, loads it, hands it its options.
// Help and complaints are loaded only when somebody needs them, so that the way to `proxy` stays short.

import { parseArguments } from './arguments.js';
import type { Colour } from './colour.js';
import {
  type Command,
  type CommandEntry,
  type CommandGroup,
  type CommandTable,
  exitCode,
} from './command.js';
import type { Fold, Output } from './output.js';

/** What the outside gives: the commands, the version, and a voice that knows whether JSON was asked for. */
export interface Program {
  readonly commands: CommandTable;
  readonly version: string;
  createOutput(json: boolean): Output;
}

/** Runs a command line and gives the exit code. */
export async function dispatch(words: readonly string[], program: Program): Promise<number> {
  const [first = '--help', ...rest] = words;
  if (['help', '--help', '-h'].includes(first)) return help(rest, program);
  return first.startsWith('-') ? runProgram(words, program) : find(program.commands, words, [], program);
}

/** What is left to explain after `help`: the commands that are named, or the program. */
async function help(words: readonly string[], program: Program): Promise<number> {
  const ours = beforeSeparator(words);
  const names = ours.filter(isWord);
  return names.length > 0
    ? explain(program.commands, names, [], program)
    : runProgram(['--help', ...ours], program);
}

/** The program without a command: `--help`, `--version`, or a slip. */
async function runProgram(words: readonly string[], program: Program): Promise<number> {
  const { programHelp, programOptions } = await import('./help.js');
  const grammar = { name: '', options: programOptions, operands: 'none', passthrough: false } as const;
  const parsed = parseArguments(words, grammar);
  if (parsed.kind === 'wrong') {
    const { misplacedOption, wrongArguments } = await import('./complaints.js');
    const misplaced = misplacedOption(program.commands, words, programOptions);
    return refuse(program, misplaced ?? wrongArguments(parsed, grammar));
  }
  const { options } = parsed;
  program.createOutput(options.version && options.json).result({
    json: { name: 'clawdefender', version: program.version },
    text: (colour, fold) =>
      options.version ? program.version : fold(programHelp(program.commands, program.version, colour)),
  });
  return exitCode.success;
}

/** Looks the next word up in a table and goes on with what it names; `path` holds the words before it. */
async function find(
  table: CommandTable,
  words: readonly string[],
  path: readonly string[],
  program: Program,
): Promise<number> {
  const [word = '', ...rest] = words;
  const entry = table.find(({ name }) => name === word);
  if (!entry) return refuse(program, (await import('./complaints.js')).unknownCommand(table, word, path));
  const separated = entry.loadWithSeparator && rest.includes('--') && !asksForHelp(rest);
  const command = (await (separated ? entry.loadWithSeparator?.() : entry.load())) as Command | CommandGroup;
  if (command.kind === 'group' && isWord(rest[0]))
    return find(command.subcommands, rest, [...path, word], program);
  if (command.kind === 'group' || asksForHelp(rest)) return showHelp(command, entry, program);
  return run(command, rest, program);
}

/** Looks a command up as `find` does, and shows its help; a word too many is a slip. */
async function explain(
  table: CommandTable,
  words: readonly string[],
  path: readonly string[],
  program: Program,
): Promise<number> {
  const [word = '', ...rest] = words;
  const entry = table.find(({ name }) => name === word);
  const here = [...path, word];
  if (!entry) return refuse(program, (await import('./complaints.js')).unknownCommand(table, word, path));
  const command = await entry.load();
  const [extra] = rest;
  if (extra === undefined) return showHelp(command, entry, program);
  if (command.kind === 'group') return explain(command.subcommands, rest, here, program);
  return refuse(program, (await import('./complaints.js')).unknownSubcommand(here, extra));
}

async function run(command: Command, words: readonly string[], program: Program): Promise<number> {
  const parsed = parseArguments(words, command);
  if (parsed.kind === 'wrong') {
    return refuse(program, (await import('./complaints.js')).wrongArguments(parsed, command));
  }
  return command.run({ ...parsed, output: program.createOutput(parsed.options['json'] === true) });
}

const isWord = (word: string | undefined) => word !== undefined && !word.startsWith('-');

/** What follows `--` belongs to another program. */
const beforeSeparator = (words: readonly string[]) =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

/** Asking for help wins over every mistake beside it. */
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
  const text = (colour: Colour, fold: Fold) =>
    fold(commandHelp(command, colour, entry.alias ? entry : undefined));
  program.createOutput(false).result({ json: undefined, text });
  return exitCode.success;
}

function refuse(program: Program, message: string): number {
  program.createOutput(false).complain(message);
  return exitCode.wrongCall;
}
