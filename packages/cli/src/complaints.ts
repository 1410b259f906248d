// What the program says to a command line that it cannot follow: what is wrong, and the nearest thing that works.
// Loaded only when something is wrong.

import type { WrongArguments } from './arguments.js';
import type { Command, CommandTable } from './command.js';
import { suggest } from './suggest.js';

/** An unknown word where a command was expected; `path` holds the words before it. */
export function unknownCommand(table: CommandTable, word: string, path: readonly string[]): string {
  const known = table.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const nearest = suggest(word, path.length === 0 ? [...known, 'help'] : known);
  const hint =
    nearest === undefined ? helpFor(path.join(' ')) : `did you mean \`${[...path, nearest].join(' ')}\`?`;
  return `unknown command \`${[...path, word].join(' ')}\`; ${hint}`;
}

/** A command that is understood only as `NAME -- COMMAND` for now. */
export const unavailableCommand = (name: string): string =>
  `\`${name}\` is not available yet; \`clawdefender ${name} -- COMMAND\` runs one server behind the firewall`;

/** Options or operands that do not fit a command. */
export function wrongArguments(
  wrong: WrongArguments,
  { name, options, passthrough }: Pick<Command, 'name' | 'options' | 'passthrough'>,
): string {
  if (wrong.strayOperand !== undefined && passthrough) {
    return `${wrong.reason}; put \`--\` before the command to run: \`clawdefender ${name} -- ${wrong.strayOperand} …\``;
  }
  const known = [...Object.keys(options), 'help'].map((option) => `--${option}`);
  const nearest = wrong.unknownOption === undefined ? undefined : suggest(wrong.unknownOption, known);
  return `${wrong.reason}; ${nearest === undefined ? helpFor(name) : `did you mean \`${nearest}\`?`}`;
}

const helpFor = (name: string) => `see \`${['clawdefender', name, '--help'].filter(Boolean).join(' ')}\``;
