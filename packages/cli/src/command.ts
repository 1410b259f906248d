// What a command is: the words of its help, the options it takes, and what it does. Reading the arguments is
// left to `arguments.ts`, finding the command to `dispatch.ts`.

import type { Output } from './output.js';

/** One option: a switch, an option with a value, or one that may be repeated. */
export interface OptionSpec {
  /** `maybe`: a value that may be left out; the option alone comes out as an empty text. */
  readonly kind: 'flag' | 'value' | 'maybe' | 'list';
  readonly short?: string;
  /** What the value is called in the help: `NAME`, `FILE`. */
  readonly value?: string;
  readonly summary: string;
}

/** The options of a command by their long name, without dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** What the options came out as: a switch is on or off, a list may be empty. */
export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: OptionValue<Specs[Name]['kind']>;
};

type OptionValue<Kind> = Kind extends 'flag'
  ? boolean
  : Kind extends 'list'
    ? readonly string[]
    : string | undefined;

/** The exit codes that scripts rely on. */
export const exitCode = { success: 0, negative: 1, wrongCall: 2 } as const;

/** What a command gets to work with. */
export interface CommandContext<Specs extends OptionSpecs = OptionSpecs> {
  readonly options: OptionValues<Specs>;
  readonly operands: readonly string[];
  /** The words after `--`, undefined when there was none. */
  readonly passthrough: readonly string[] | undefined;
  readonly output: Output;
}

/** A command that can be run. */
export interface Command<Specs extends OptionSpecs = OptionSpecs> {
  readonly kind: 'command';
  /** All words of it: `proxy`, `policy test`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, one line for each way to call it. */
  readonly usage: readonly string[];
  readonly options: Specs;
  /** Whether words that are not options are expected before `--`. */
  readonly operands: 'none' | 'some';
  /** Whether another program's command line may follow after `--`. */
  readonly passthrough: boolean;
  readonly examples: readonly Example[];
  run(context: CommandContext<Specs>): Promise<number>;
}

/** A command that only holds others, like `policy` in `policy test`. */
export interface CommandGroup {
  readonly kind: 'group';
  readonly name: string;
  readonly summary: string;
  readonly subcommands: CommandTable;
  readonly examples: readonly Example[];
}

export interface Example {
  readonly command: string;
  readonly note: string;
}

/** One line of a table of commands. The command itself is loaded only when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Another name for a command that is listed: understood, but neither listed nor suggested. */
  readonly alias?: boolean;
  load(): Promise<Command | CommandGroup>;
  /** What the word means when a `--` follows, if that is another command. */
  loadWithSeparator?(): Promise<Command>;
}

export type CommandTable = readonly CommandEntry[];

/** Gives a command the types of its own options. */
export const defineCommand = <const Specs extends OptionSpecs>(
  command: Omit<Command<Specs>, 'kind'>,
): Command<Specs> => ({ kind: 'command', ...command });
