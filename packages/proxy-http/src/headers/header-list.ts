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

/** Returns the headers whose lower-case names the filter accepts. */
export function filterHeaders(headers: HeaderList, isWanted: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (isWanted(name.toLowerCase())) kept.push(name, headers[i + 1] as string);
  }
  return kept;
}

/** The common values of `Connection`, which do not name other headers. */
const COMMON_CONNECTION = /^(?:keep-alive|close)?$/i;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Returns the header names that `Connection` lists. */
export function connectionHeaders(headers: HeaderList): ReadonlySet<string> {
  const values = headerValues(headers, 'connection');
  if (values.every((value) => COMMON_CONNECTION.test(value))) return NO_NAMES;
  return new Set(values.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase())));
}

/** Returns these names and all hop-by-hop headers. */
export const withHopByHop = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...HOP_BY_HOP, ...names]);

/**
 * Returns the headers that are not in `dropped` (see `withHopByHop`), not listed in `Connection`, and not hidden.
 * Names are in lower case.
 */
export function endToEndHeaders(
  headers: HeaderList,
  dropped: ReadonlySet<string>,
  isHidden: (name: string) => boolean = () => false,
): string[] {
  const named = connectionHeaders(headers);
  return filterHeaders(headers, (name) => !dropped.has(name) && !named.has(name) && !isHidden(name));
}

/** Replaces or adds these headers. */
export function withHeaders(headers: HeaderList, fields: Readonly<Record<string, string>>): string[] {
  const replaced = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  return [...filterHeaders(headers, (name) => !replaced.has(name)), ...Object.entries(fields).flat()];
}
