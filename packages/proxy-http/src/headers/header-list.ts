// Functions for raw header lists (name, value, name, value, …), which preserve case, order and repetitions.

/** Names and values in turn: name, value, name, value, … */
export type HeaderList = readonly string[];

/** Hop-by-hop headers (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Compares the lengths first, because that is faster. */
const isNamed = (field: string, name: string): boolean =>
  field.length === name.length && field.toLowerCase() === name;

/** Returns all values of a header; `name` is in lower case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if (isNamed(headers[i] as string, name)) values.push(headers[i + 1] as string);
  }
  return values;
}

/** Returns the first value of a header; `name` is in lower case. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    if (isNamed(headers[i] as string, name)) return headers[i + 1] as string;
  }
  return undefined;
}

/** Decides on a header by its name. */
export type NameFilter = (name: string) => boolean;

/** Returns the headers whose names the filter accepts. */
export function keepHeaders(headers: HeaderList, isWanted: NameFilter): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (isWanted(name)) kept.push(name, headers[i + 1] as string);
  }
  return kept;
}

/** Returns the headers whose lower-case names the filter accepts. */
export const filterHeaders = (headers: HeaderList, isWanted: NameFilter): string[] =>
  keepHeaders(headers, (name) => isWanted(name.toLowerCase()));

/** The common values of `Connection`, which do not name other headers. */
const COMMON_CONNECTION = /^(?:keep-alive|close)?$/i;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Returns the header names that `Connection` lists. */
export function connectionHeaders(headers: HeaderList): ReadonlySet<string> {
  const values = headerValues(headers, 'connection');
  if (values.every((value) => COMMON_CONNECTION.test(value))) return NO_NAMES;
  return new Set(values.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase())));
}

/** The maximum number of remembered names. All are forgotten at once, so that clients cannot fill the memory. */
const MAX_NAMES = 500;
const MAX_NAME_LENGTH = 100;

/**
 * Turns a filter for lower-case names into one for names in any case, which remembers its decisions: the same headers
 * are in every request.
 */
export function createNameFilter(isWanted: NameFilter): NameFilter {
  const decisions = new Map<string, boolean>();
  return (name) => {
    const known = decisions.get(name);
    if (known !== undefined) return known;
    const decision = isWanted(name.toLowerCase());
    if (name.length > MAX_NAME_LENGTH) return decision;
    if (decisions.size >= MAX_NAMES) decisions.clear();
    decisions.set(name, decision);
    return decision;
  };
}

/** Returns a filter that rejects these names, hidden names and hop-by-hop headers. Names are in lower case. */
export function endToEndFilter(names: Iterable<string>, isHidden: NameFilter = () => false): NameFilter {
  const dropped = new Set([...HOP_BY_HOP, ...names]);
  return createNameFilter((name) => !dropped.has(name) && !isHidden(name));
}

/** Returns the headers that the filter accepts (see `endToEndFilter`) and that `Connection` does not list. */
export function endToEndHeaders(headers: HeaderList, isForwarded: NameFilter): string[] {
  const kept = keepHeaders(headers, isForwarded);
  const named = connectionHeaders(headers);
  return named.size === 0 ? kept : filterHeaders(kept, (name) => !named.has(name));
}

/** Replaces or adds these headers. */
export function withHeaders(headers: HeaderList, fields: Readonly<Record<string, string>>): string[] {
  const replaced = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  return [...filterHeaders(headers, (name) => !replaced.has(name)), ...Object.entries(fields).flat()];
}
