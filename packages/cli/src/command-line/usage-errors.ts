// Creates error messages for invalid command lines, with a suggestion. Loaded only when needed.

import type { Command, CommandTable, OptionSpecs } from './command.js';
import type { InvalidArguments } from './parse-arguments.js';
import { suggest } from './suggest.js';

/** The error for an unknown command; `path` holds the words before it. */
export function unknownCommand(table: CommandTable, word: string, path: readonly string[]): string {
  const unknown = `Unknown command \`${[...path, word].join(' ')}\``;
  if (word === 'help') return `${unknown}. Did you mean \`clawdefender help ${path.join(' ')}\`?`;
  const alias = path.length === 0 ? commonAlias(word) : undefined;
  if (alias !== undefined) return `${unknown}. ${alias}`;
  const known = table.filter(({ alias }) => !alias).map(({ name }) => name);
  const nearest = suggest(word, path.length === 0 ? [...known, 'help'] : known);
  const hint =
    nearest === undefined ? helpFor(path.join(' ')) : `Did you mean \`${[...path, nearest].join(' ')}\`?`;
  return `${unknown}. ${hint}`;
}

/** The error for a subcommand of a command that has none. */
export const unknownSubcommand = (path: readonly string[], word: string): string =>
  `\`${path.join(' ')}\` has no subcommand \`${word}\`. ${helpFor(path.join(' '))}`;

/** The error for options before the command or without a command; undefined for other errors. */
export function misplacedOption(
  table: CommandTable,
  words: readonly string[],
  ours: OptionSpecs,
): string | undefined {
  const separator = words.indexOf('--');
  const before = separator < 0 ? words : words.slice(0, separator);
  const command = before.find((word) => table.some(({ name }) => name === word));
  const option = before.find((word) => word.startsWith('--') && !Object.hasOwn(ours, word.slice(2)));
  if (command !== undefined && option !== undefined) {
    const [name] = option.split('=', 1);
    return `Put \`${name}\` after the command: \`clawdefender ${command} ${name} …\`.`;
  }
  if (command !== undefined && separator >= 0) return `Put the command first: \`clawdefender ${command} …\`.`;
  return separator < 0 ? undefined : 'No command before `--`. Did you mean `clawdefender proxy -- …`?';
}

/** The error for options or operands that do not fit a command. */
export function invalidArguments(
  invalid: InvalidArguments,
  { name, options, passthrough }: Pick<Command, 'name' | 'options' | 'passthrough'>,
): string {
  if (invalid.strayOperand !== undefined && passthrough) {
    return `${invalid.reason}. Put \`--\` before the command to run: \`clawdefender ${name} -- ${invalid.strayOperand} …\`.`;
  }
  const known = [...Object.keys(options), 'help'].map((option) => `--${option}`);
  const nearest = nearestOption(invalid.unknownOption, known);
  return `${invalid.reason}. ${nearest === undefined ? helpFor(name) : `Did you mean \`${nearest}\`?`}`;
}

function nearestOption(written: string | undefined, known: readonly string[]): string | undefined {
  // In many programs, `-v` prints the version.
  if (written === '-v' && known.includes('--version')) return '--version';
  return written === undefined ? undefined : suggest(written, known);
}

/**
 * Suggestions for commands of other programs, and for subcommands that were written without the name of their group.
 */
const similar: Readonly<Record<string, string>> = {
  install: 'wrap --all',
  log: 'audit tail',
  logs: 'audit tail',
  remove: 'unwrap --all',
  tail: 'audit tail',
  uninstall: 'unwrap --all',
  verify: 'audit verify',
};

/** Returns the command for a word that is a command in other programs. */
function commonAlias(word: string): string | undefined {
  if (word === 'version') return 'Did you mean `clawdefender --version`?';
  if (word === 'run' || word === 'start' || word === 'exec')
    return 'Run a server with `clawdefender proxy -- COMMAND`.';
  const other = Object.hasOwn(similar, word) ? similar[word] : undefined;
  if (other !== undefined) return `Did you mean \`clawdefender ${other}\`?`;
  return looksLikeProgram(word) ? `Did you mean \`clawdefender proxy -- ${word} …\`?` : undefined;
}

/** Programs that usually start MCP servers. */
const launchers = new Set(
  'bash bun bunx cargo cmd deno docker dotnet go java node npm npx php pipx pnpm podman python python3 ruby sh tsx uv uvx yarn'.split(
    ' ',
  ),
);

/** True if the operands look like a command line instead of server names: `wrap node server.js`. */
export const looksLikeCommandLine = ([first = '', second]: readonly string[]): boolean =>
  launchers.has(first) ? second !== undefined : looksLikeProgram(first);

/** True if a word looks like a program to run: a launcher, a path, or a script. */
const looksLikeProgram = (word: string): boolean =>
  !word.startsWith('-') && (launchers.has(word) || /[\\/]|\.(?:[cm]?[jt]s|py|sh|exe|cmd)$/.test(word));

const helpFor = (name: string) => `See \`${['clawdefender', name, '--help'].filter(Boolean).join(' ')}\`.`;
