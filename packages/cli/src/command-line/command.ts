// Defines the types of commands: help texts, options and the function to run. `parse-arguments.ts` parses the
// arguments, and `dispatch.ts` finds the command.

import type { Output } from '../terminal/output.js';

/** One option: a flag, an option with a value, or an option that may be repeated. */
export interface OptionSpec {
  /** `maybe`: the value is optional; without a value, the result is an empty string. */
  readonly kind: 'flag' | 'value' | 'maybe' | 'list';
  readonly short?: string;
  /** The name of the value in the help text: `NAME`, `FILE`. */
  readonly value?: string;
  readonly summary: string;
}

/** The options of a command by their long name, without dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The parsed options. A flag is a boolean; a list is empty if the option was not given. */
export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: OptionValue<Specs[Name]['kind']>;
};

type OptionValue<Kind> = Kind extends 'flag'
  ? boolean
  : Kind extends 'list'
    ? readonly string[]
    : string | undefined;

/** The exit codes that scripts rely on. */
export const exitCode = { success: 0, failure: 1, usageError: 2 } as const;

/** The input of a command. */
export interface CommandContext<Specs extends OptionSpecs = OptionSpecs> {
  readonly options: OptionValues<Specs>;
  readonly operands: readonly string[];
  /** The arguments after `--`; undefined if there is no `--`. */
  readonly passthrough: readonly string[] | undefined;
  readonly output: Output;
}

/** A command that can be run. */
export interface Command<Specs extends OptionSpecs = OptionSpecs> {
  readonly kind: 'command';
  /** The full name: `proxy`, `policy test`. */
  readonly name: string;
  readonly summary: string;
  /** The arguments after the command name, one line for each form. */
  readonly usage: readonly string[];
  readonly options: Specs;
  /** True if arguments that are not options are allowed before `--`. */
  readonly operands: 'none' | 'some';
  /** True if the command line of another program may follow after `--`. */
  readonly passthrough: boolean;
  /** True if only users may run the command, not processes that a server behind the firewall started. */
  readonly forUsers?: boolean;
  readonly examples: readonly Example[];
  run(context: CommandContext<Specs>): Promise<number>;
}

/** A command with subcommands, like `policy` in `policy test`. */
export interface CommandGroup {
  readonly kind: 'group';
  readonly name: string;
  readonly summary: string;
  readonly subcommands: CommandTable;
  /**
   * The command that runs when only the group name is given, with its options. Without this function, the group name
   * alone shows the help.
   */
  readonly loadDefault?: () => Promise<Command>;
  readonly examples: readonly Example[];
}

export interface Example {
  readonly command: string;
  readonly note: string;
}

/** An entry of a command table. The command itself is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** True for a second name for a command in the table. It is accepted, but neither listed nor suggested. */
  readonly alias?: boolean;
  load(): Promise<Command | CommandGroup>;
  /** Loads the command that runs instead if the arguments contain `--`. */
  loadWithSeparator?(): Promise<Command>;
}

export type CommandTable = readonly CommandEntry[];

/** Defines a command; the types of its options are inferred. */
export const defineCommand = <const Specs extends OptionSpecs>(
  command: Omit<Command<Specs>, 'kind'>,
): Command<Specs> => ({ kind: 'command', ...command });
