// From the words of a command line to the command that answers them: finds it, loads it, hands it its options.
// Help and complaints are loaded only when somebody needs them, so that the way to `proxy` stays short.

import { parseArguments } from './arguments.js';
import { type Command, type CommandGroup, type CommandTable, exitCode } from './command.js';
import type { Output } from './output.js';

/** What the outside gives: the commands, the version, and a voice that knows whether JSON was asked for. */
export interface Program {
  readonly commands: CommandTable;
  readonly version: string;
  createOutput(json: boolean): Output;
}

/** Runs a command line and gives the exit code. */
export async function dispatch(words: readonly string[], program: Program): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined || first.startsWith('-')) return runProgram(words, program);
  if (first !== 'help') return find(program.commands, words, [], program);
  if (rest.length === 0) return runProgram([], program);
  return find(program.commands, [...rest, '--help'], [], program);
}

/** The program without a command: `--help`, `--version`, or a slip. */
async function runProgram(words: readonly string[], program: Program): Promise<number> {
  if (words[0] === '--')
    return refuse(program, 'no command before `--`; did you mean `clawdefender proxy -- …`?');
  const { programHelp, programOptions } = await import('./help.js');
  const grammar = { name: '', options: programOptions, operands: 'none', passthrough: false } as const;
  const parsed = parseArguments(words, grammar);
  if (parsed.kind === 'wrong') {
    const { wrongArguments } = await import('./complaints.js');
    return refuse(program, wrongArguments(parsed, grammar));
  }
  const { options } = parsed;
  program.createOutput(options.version && options.json).result({
    json: { name: 'clawdefender', version: program.version },
    text: (colour) =>
      options.version ? program.version : programHelp(program.commands, program.version, colour),
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
  if (entry.needsPassthrough && !rest.includes('--')) {
    return refuse(program, (await import('./complaints.js')).unavailableCommand(word));
  }
  const command = await entry.load();
  if (command.kind === 'group' && isWord(rest[0]))
    return find(command.subcommands, rest, [...path, word], program);
  if (command.kind === 'group' || asksForHelp(rest)) return showHelp(command, program);
  return run(command, rest, program);
}

async function run(command: Command, words: readonly string[], program: Program): Promise<number> {
  const parsed = parseArguments(words, command);
  if (parsed.kind === 'wrong') {
    return refuse(program, (await import('./complaints.js')).wrongArguments(parsed, command));
  }
  return command.run({ ...parsed, output: program.createOutput(parsed.options['json'] === true) });
}

const isWord = (word: string | undefined) => word !== undefined && !word.startsWith('-');

/** Asking for help wins over every mistake beside it; what follows `--` belongs to another program. */
function asksForHelp(words: readonly string[]): boolean {
  const ours = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  return ours.includes('--help') || ours.includes('-h');
}

async function showHelp(command: Command | CommandGroup, program: Program): Promise<number> {
  const { commandHelp } = await import('./help.js');
  program.createOutput(false).result({ json: undefined, text: (colour) => commandHelp(command, colour) });
  return exitCode.success;
}

function refuse(program: Program, message: string): number {
  program.createOutput(false).complain(message);
  return exitCode.wrongCall;
}
