// Raw header lists (name, value, name, value, …), which preserve case, order and repetitions.

/** Name, value, name, value, … */
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

/** Comparing the lengths first is faster. */
const isNamed = (field: string, name: string): boolean =>
  field.length === name.length && field.toLowerCase() === name;

/** All values of a header; `name` is lower case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if (isNamed(headers[i] as string, name)) values.push(headers[i + 1] as string);
  }
  return values;
}

/** The first value of a header; `name` is lower case. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    if (isNamed(headers[i] as string, name)) return headers[i + 1] as string;
  }
  return undefined;
}

/** The headers whose lower-case name passes the filter. */
export function filterHeaders(headers: HeaderList, isWanted: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (isWanted(name.toLowerCase())) kept.push(name, headers[i + 1] as string);
  }
  return kept;
}

/** The common values of `Connection`, which name no other header. */
const COMMON_CONNECTION = /^(?:keep-alive|close)?$/i;
const NO_NAMES: ReadonlySet<string> = new Set();

/** The header names listed in `Connection`. */
export function connectionHeaders(headers: HeaderList): ReadonlySet<string> {
  const values = headerValues(headers, 'connection');
  if (values.every((value) => COMMON_CONNECTION.test(value))) return NO_NAMES;
  return new Set(values.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase())));
}

/** These names and all hop-by-hop headers. */
export const withHopByHop = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...HOP_BY_HOP, ...names]);

/**
 * The headers without the dropped ones (see `withHopByHop`), those listed in `Connection`, and hidden ones. Names are in
 * lower case.
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
