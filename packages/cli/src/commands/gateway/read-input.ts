// Reads the input of requests from files and environment variables, and reads all pages of a list.

import { readFileSync } from 'node:fs';
import { UsageError } from '../../command-line/user-error.js';
import { describeFileError } from '../../files/describe-file-error.js';
import type { ApiClient, Json } from './api-client.js';

/** Reads the text of a file; `-` is stdin. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const name = file === '-' ? 'standard input' : file;
    throw new UsageError(`Cannot read the file: ${describeFileError(name, error)}.`);
  }
}

/** Parses a JSON file. */
export function readJson(file: string): Json {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`\`${file}\` is not valid JSON: ${(error as Error).message}.`);
  }
}

/**
 * Reads a secret from an environment variable. Secrets are not arguments, because those are visible to other users of
 * the machine.
 */
export function readVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new UsageError(`The environment variable \`${name}\` is not set. Set it, or name another one.`);
  return value;
}

/** Returns the fields that were given. */
export const definedFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Returns the fields of a change. Throws if there are none, because nothing would change. */
export function changedFields(
  fields: Readonly<Record<string, unknown>>,
  options: readonly string[],
): Record<string, unknown> {
  if (Object.keys(fields).length > 0) return { ...fields };
  throw new UsageError(
    `Nothing to change. Use at least one of ${options.map((name) => `\`--${name}\``).join(', ')}.`,
  );
}

const PAGE = 500;

/** Reads all pages of a list. */
export async function readAll(api: ApiClient, path: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let page = 1; ; page += 1) {
    const read = await api.send('GET', `${path}?limit=${PAGE}&page=${page}`);
    items.push(...read.items);
    if (read.items.length < PAGE || items.length >= read.total) return items;
  }
}

/** Encodes a text as a path segment. */
export const segment = (text: string): string => encodeURIComponent(text);
