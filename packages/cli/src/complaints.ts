// What the program says to a command line that it cannot follow: what is wrong, and the nearest thing that works.
// Loaded only when something is wrong.

import type { WrongArguments } from './arguments.js';
import type { Command, CommandTable, OptionSpecs } from './command.js';
import { suggest } from './suggest.js';

/** An unknown word where a command was expected; `path` holds the words before it. */
export function unknownCommand(table: CommandTable, word: string, path: readonly string[]): string {
  const unknown = `unknown command \`${[...path, word].join(' ')}\``;
  const habit = path.length === 0 ? otherHabit(word) : undefined;
  if (habit !== undefined) return `${unknown}; ${habit}`;
  const known = table.filter(({ alias }) => !alias).map(({ name }) => name);
  const nearest = suggest(word, path.length === 0 ? [...known, 'help'] : known);
  const hint =
    nearest === undefined ? helpFor(path.join(' ')) : `did you mean \`${[...path, nearest].join(' ')}\`?`;
  return `${unknown}; ${hint}`;
}

/** A word behind a command that holds no others. */
export const unknownSubcommand = (path: readonly string[], word: string): string =>
  `\`${path.join(' ')}\` has no command \`${word}\`; ${helpFor(path.join(' '))}`;

/** Words before the command that belong behind it, or whose command is missing; undefined when that is not the slip. */
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
    return `\`${name}\` belongs behind \`${command}\`: \`clawdefender ${command} ${name} …\``;
  }
  if (command !== undefined && separator >= 0)
    return `the command comes first: \`clawdefender ${command} …\``;
  return separator < 0 ? undefined : 'no command before `--`; did you mean `clawdefender proxy -- …`?';
}

/** Options or operands that do not fit a command. */
export function wrongArguments(
  wrong: WrongArguments,
  { name, options, passthrough }: Pick<Command, 'name' | 'options' | 'passthrough'>,
): string {
  if (wrong.strayOperand !== undefined && passthrough) {
    return `${wrong.reason}; put \`--\` before the command to run: \`clawdefender ${name} -- ${wrong.strayOperand} …\``;
  }
  const known = [...Object.keys(options), 'help'].map((option) => `--${option}`);
  const nearest = nearestOption(wrong.unknownOption, known);
  return `${wrong.reason}; ${nearest === undefined ? helpFor(name) : `did you mean \`${nearest}\`?`}`;
}

function nearestOption(written: string | undefined, known: readonly string[]): string | undefined {
  // By habit: half of all programs show their version so.
  if (written === '-v' && known.includes('--version')) return '--version';
  return written === undefined ? undefined : suggest(written, known);
}

/** Words that would do the right thing in another program. */
function otherHabit(word: string): string | undefined {
  if (word === 'version') return 'did you mean `clawdefender --version`?';
  if (word === 'run' || word === 'start' || word === 'exec')
    return 'a server is run with `clawdefender proxy -- COMMAND`';
  return looksLikeProgram(word) ? `did you mean \`clawdefender proxy -- ${word} …\`?` : undefined;
}

/** What MCP servers are usually started with. */
const launchers = new Set(
  'bash bun bunx cargo cmd deno docker dotnet go java node npm npx php pipx pnpm podman python python3 ruby sh tsx uv uvx yarn'.split(
    ' ',
  ),
);

/** A command line where the names of servers were expected: `wrap node server.js`. */
export const looksLikeCommandLine = ([first = '', second]: readonly string[]): boolean =>
  launchers.has(first) ? second !== undefined : looksLikeProgram(first);

/** A program to run rather than the name of something: a launcher, a path, or a file with code. */
const looksLikeProgram = (word: string): boolean =>
  !word.startsWith('-') && (launchers.has(word) || /[\\/]|\.(?:[cm]?[jt]s|py|sh|exe|cmd)$/.test(word));

const helpFor = (name: string) => `see \`${['clawdefender', name, '--help'].filter(Boolean).join(' ')}\``;
