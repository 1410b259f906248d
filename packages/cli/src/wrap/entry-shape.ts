// Describes the format of a server entry: the fields for the command, its arguments, its environment and the URL.

import type { LocatedEntry } from '../config-formats/format.js';

/** The names of the fields in an entry. */
export interface EntryShape {
  readonly command: string;
  /** The field for the arguments; undefined if the command is a list that includes them. */
  readonly args: string | undefined;
  readonly env: string;
  /** The fields for the URL of a remote server. */
  readonly remote: readonly string[];
  /**
   * For clients that read a token from a variable: the field that names the variable, and the field that lists the
   * variables for a command.
   */
  readonly bearer?: { readonly field: string; readonly forwarded: string };
  /** The field with login settings, for clients that accept it in an entry with a command. */
  readonly login?: string;
}

const remote = ['url', 'serverUrl', 'httpUrl', 'uri'];

/** The format that most clients use. */
export const usualShape: EntryShape = { command: 'command', args: 'args', env: 'env', remote };

/** The format of clients that log in themselves, with the settings in the entry. */
export const loginShape: EntryShape = { ...usualShape, login: 'oauth' };

/**
 * The format of Codex. The token for a remote server stays in the environment, and a command receives only the listed
 * variables.
 */
export const codexShape: EntryShape = {
  ...usualShape,
  bearer: { field: 'bearer_token_env_var', forwarded: 'env_vars' },
};

/** The format of opencode and related clients: `"command": ["npx", "-y", …]`. */
export const listShape: EntryShape = { command: 'command', args: undefined, env: 'environment', remote };

export const gooseShape: EntryShape = { command: 'cmd', args: 'args', env: 'envs', remote };

/** Returns the command and its arguments; undefined if they have unexpected types. */
export function wordsOf({ value }: LocatedEntry, shape: EntryShape): readonly string[] | undefined {
  const command = value[shape.command];
  if (shape.args === undefined) return isWords(command) && command.length > 0 ? command : undefined;
  const args = value[shape.args] ?? [];
  return typeof command === 'string' && command !== '' && isWords(args) ? [command, ...args] : undefined;
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');

/** Returns the URL of a remote server. */
export const addressOf = ({ value }: LocatedEntry, shape: EntryShape): string | undefined =>
  shape.remote.map((key) => value[key]).find((address): address is string => typeof address === 'string');

/** Returns the variables that the entry sets. */
export function environmentOf({ value }: LocatedEntry, shape: EntryShape): Readonly<Record<string, unknown>> {
  const env = value[shape.env] ?? value['env'];
  if (Array.isArray(env)) return Object.fromEntries(env.map(variableOf));
  return typeof env === 'object' && env !== null ? (env as Record<string, unknown>) : {};
}

/** Returns the name and value of a variable. Some clients write `NAME=value`, others an object with name and value. */
function variableOf(item: unknown): readonly [string, unknown] {
  if (typeof item !== 'object' || item === null) {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(String(item)) ?? [];
    return [name, value];
  }
  const { name, value } = item as { name?: unknown; value?: unknown };
  return [String(name), value];
}

/** Returns fields with the same name in another case, which case-insensitive programs treat as equal. */
export function lookAlikes({ value }: LocatedEntry, shape: EntryShape): readonly string[] {
  const known = [shape.command, shape.args ?? shape.command, shape.env, 'env', ...shape.remote];
  return Object.keys(value).filter(
    (key) => !known.includes(key) && known.some((name) => name.toLowerCase() === key.toLowerCase()),
  );
}
