// Creates the help texts for the program, command groups and commands.

import type { Colour } from '../terminal/colour.js';
import type { Command, CommandGroup, CommandTable, Example, OptionSpecs } from './command.js';

const program = 'clawdefender';

/** The options of the program itself. */
export const programOptions = {
  help: { kind: 'flag', short: 'h', summary: 'show help for the program or a command' },
  version: { kind: 'flag', short: 'V', summary: 'show the version' },
  json: { kind: 'flag', summary: 'with --version: print JSON' },
} as const satisfies OptionSpecs;

const helpOption = { help: { kind: 'flag', short: 'h', summary: 'show this help' } } as const;

/** The help page that lists the commands. */
export function programHelp(table: CommandTable, version: string, colour: Colour): string {
  const help = { name: 'help', summary: 'show help for a command, as in `help proxy`' };
  return page(colour, `${colour.bold(program)} ${version}: a firewall for the Model Context Protocol`, {
    Usage: [`${program} COMMAND [OPTION…]`],
    Commands: rows([...listed(table), help], colour),
    Options: optionRows(programOptions, colour),
    Examples: exampleRows(
      [
        { command: 'init', note: 'create a policy and put your servers behind the firewall' },
        { command: 'proxy -- npx -y some-mcp-server', note: 'run one server behind the firewall' },
      ],
      colour,
    ),
  });
}

interface HelpOptions {
  /** The alias on the command line, if it was used instead of the name of the command. */
  readonly alias?: Row | undefined;
  /** The command that runs when only the group name is given. */
  readonly own?: Command | undefined;
}

/** The help for a command or command group. For an alias, the help names the actual command. */
export function commandHelp(
  command: Command | CommandGroup,
  colour: Colour,
  { alias, own }: HelpOptions = {},
): string {
  const heading = `${colour.bold(`${program} ${command.name}`)}: ${command.summary}`;
  const title = alias
    ? `${colour.bold(`${program} ${alias.name}`)}: ${alias.summary}\n\n${heading}`
    : heading;
  const examples = exampleRows(command.examples, colour);
  if (command.kind === 'group') {
    return page(colour, title, {
      Usage: [...(own ? usageOf(own) : []), `${program} ${command.name} COMMAND [OPTION…]`],
      Commands: rows(listed(command.subcommands), colour),
      Options: optionRows({ ...own?.options, ...helpOption }, colour),
      Examples: [...exampleRows(own?.examples ?? [], colour), ...examples],
    });
  }
  return page(colour, title, {
    Usage: usageOf(command),
    Options: optionRows({ ...command.options, ...helpOption }, colour),
    Examples: examples,
  });
}

const usageOf = ({ name, usage }: Command): string[] =>
  usage.map((rest) => `${program} ${name} ${rest}`.trimEnd());

interface Row {
  readonly name: string;
  readonly summary: string;
}

const listed = (table: CommandTable): readonly Row[] => table.filter((entry) => !entry.alias);

function rows(entries: readonly Row[], colour: Colour): string[] {
  const width = Math.max(...entries.map(({ name }) => name.length));
  return entries.map(({ name, summary }) => `${colour.accent(name.padEnd(width))}  ${summary}`);
}

const optionRows = (options: OptionSpecs, colour: Colour): string[] =>
  rows(
    Object.entries(options).map(([name, { kind, short, value = 'VALUE', summary }]) => ({
      name: `${short ? `-${short}, ` : '    '}--${name}${kind === 'flag' ? '' : kind === 'maybe' ? ` [${value}]` : ` ${value}`}`,
      summary: kind === 'list' ? `${summary} (repeatable)` : summary,
    })),
    colour,
  );

const exampleRows = (examples: readonly Example[], colour: Colour): string[] =>
  examples.flatMap(({ command, note }) => [colour.dim(`# ${note}`), `${program} ${command}`]);

const page = (colour: Colour, title: string, sections: Readonly<Record<string, readonly string[]>>): string =>
  [
    title,
    ...Object.entries(sections)
      .filter(([, lines]) => lines.length > 0)
      .map(([heading, lines]) => [colour.bold(heading), ...lines.map((line) => `  ${line}`)].join('\n')),
  ].join('\n\n');
