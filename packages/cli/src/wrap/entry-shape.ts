// The format of a server entry: the fields for the command, its arguments, its environment, and the URL.

import type { LocatedEntry } from '../config-formats/format.js';

/** The names of the fields. */
export interface EntryShape {
  readonly command: string;
  /** Undefined if the command is a list that includes its arguments. */
  readonly args: string | undefined;
  readonly env: string;
  /** Fields for the URL of a remote server. */
  readonly remote: readonly string[];
  /**
   * For clients that send a token from a variable: the field that names it, and the list of variables that a
   * command receives.
   */
  readonly bearer?: { readonly field: string; readonly forwarded: string };
  /** The field with login settings, for clients that accept it beside a command. */
  readonly login?: string;
}

const remote = ['url', 'serverUrl', 'httpUrl', 'uri'];

/** The format of most clients. */
export const usualShape: EntryShape = { command: 'command', args: 'args', env: 'env', remote };

/** Clients that log in themselves, with the settings in the entry. */
export const loginShape: EntryShape = { ...usualShape, login: 'oauth' };

/**
 * Codex: the token for a remote server stays in the environment, of which a command receives only the listed
 * variables.
 */
export const codexShape: EntryShape = {
  ...usualShape,
  bearer: { field: 'bearer_token_env_var', forwarded: 'env_vars' },
};

/** opencode and related clients: `"command": ["npx", "-y", …]`. */
export const listShape: EntryShape = { command: 'command', args: undefined, env: 'environment', remote };

export const gooseShape: EntryShape = { command: 'cmd', args: 'args', env: 'envs', remote };

/** The command and its arguments; undefined if they have unexpected types. */
export function wordsOf({ value }: LocatedEntry, shape: EntryShape): readonly string[] | undefined {
  const command = value[shape.command];
  if (shape.args === undefined) return isWords(command) && command.length > 0 ? command : undefined;
  const args = value[shape.args] ?? [];
  return typeof command === 'string' && command !== '' && isWords(args) ? [command, ...args] : undefined;
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');

/** The URL of a remote server. */
export const addressOf = ({ value }: LocatedEntry, shape: EntryShape): string | undefined =>
  shape.remote.map((key) => value[key]).find((address): address is string => typeof address === 'string');

/** The variables that the entry sets. */
export function environmentOf({ value }: LocatedEntry, shape: EntryShape): Readonly<Record<string, unknown>> {
  const env = value[shape.env] ?? value['env'];
  if (Array.isArray(env)) return Object.fromEntries(env.map(variableOf));
  return typeof env === 'object' && env !== null ? (env as Record<string, unknown>) : {};
}

/** Some clients write `NAME=value`, others a name and a value. */
function variableOf(item: unknown): readonly [string, unknown] {
  if (typeof item !== 'object' || item === null) {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(String(item)) ?? [];
    return [name, value];
  }
  const { name, value } = item as { name?: unknown; value?: unknown };
  return [String(name), value];
}

/** Fields with the same name in another case, which case-insensitive programs treat as equal. */
export function lookAlikes({ value }: LocatedEntry, shape: EntryShape): readonly string[] {
  const known = [shape.command, shape.args ?? shape.command, shape.env, 'env', ...shape.remote];
  return Object.keys(value).filter(
    (key) => !known.includes(key) && known.some((name) => name.toLowerCase() === key.toLowerCase()),
  );
}
