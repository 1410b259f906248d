// Collects from the command table everything that can be completed.

import type { Command, CommandGroup, CommandTable, OptionSpec } from '../../command-line/command.js';

/** The kind of value that an option takes. */
export type Wanted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'file' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'one-of'; readonly words: readonly string[] }
  | { readonly kind: 'anything' };

/** A command with the words that select it. */
export interface CommandWords {
  /** The words that select the command; empty for the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly options: readonly { readonly name: string; readonly summary: string; readonly wanted: Wanted }[];
  /** The words that may follow: subcommands, or the values that the command accepts. */
  readonly words: readonly { readonly name: string; readonly summary: string }[];
}

/** The options and commands whose values are known. */
export interface Choices {
  readonly options: Readonly<Record<string, readonly string[]>>;
  readonly commands: Readonly<Record<string, readonly string[]>>;
}

export async function collectWords(
  table: CommandTable,
  choices: Choices,
  path: readonly string[] = [],
): Promise<CommandWords[]> {
  const listed = table.filter(({ alias }) => !alias);
  const own: CommandWords = {
    path,
    summary: '',
    options: path.length === 0 ? [option('version', 'show the version'), help] : [help],
    words: [...listed, ...(path.length === 0 ? [{ name: 'help', summary: 'explain a command' }] : [])],
  };
  const below = await Promise.all(
    listed.map(async ({ name, load }) => describe(await load(), [...path, name], choices)),
  );
  return [own, ...below.flat()];
}

async function describe(
  command: Command | CommandGroup,
  path: readonly string[],
  choices: Choices,
): Promise<CommandWords[]> {
  if (command.kind === 'group') {
    const [group, ...below] = await collectWords(command.subcommands, choices, path);
    const [own] = command.loadDefault ? await describe(await command.loadDefault(), path, choices) : [];
    return [{ ...(group as CommandWords), ...(own && { options: own.options }) }, ...below];
  }
  const options = Object.entries(command.options).map(([name, spec]) => ({
    name,
    summary: spec.summary,
    wanted: wantedBy(name, spec, choices),
  }));
  const words = (choices.commands[path.join(' ')] ?? []).map((name) => ({ name, summary: '' }));
  return [{ path, summary: command.summary, options: [...options, help], words }];
}

const option = (name: string, summary: string) => ({ name, summary, wanted: { kind: 'nothing' } as const });
const help = option('help', 'show help');

function wantedBy(name: string, { kind, value }: OptionSpec, { options }: Choices): Wanted {
  if (kind === 'flag') return { kind: 'nothing' };
  const words = options[name];
  if (words) return { kind: 'one-of', words };
  if (value === 'FILE') return { kind: 'file' };
  return { kind: value === 'DIR' ? 'folder' : 'anything' };
}
