// Lists of header fields as they stand on the wire: names and values in turn, with their case, order and repetitions.

/** Name, value, name, value, … */
export type HeaderList = readonly string[];

/** Fields that concern one connection only. */
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

/** Names of another length need not be looked at. */
const isNamed = (field: string, name: string): boolean =>
  field.length === name.length && field.toLowerCase() === name;

/** Every value of a field. */
export function valuesOf(headers: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if (isNamed(headers[i] as string, name)) values.push(headers[i + 1] as string);
  }
  return values;
}

/** The value of a field; of several, the first. */
export function firstOf(headers: HeaderList, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    if (isNamed(headers[i] as string, name)) return headers[i + 1] as string;
  }
  return undefined;
}

/** The fields whose lower-case name is wanted. */
export function keepHeaders(headers: HeaderList, wanted: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (wanted(name.toLowerCase())) kept.push(name, headers[i + 1] as string);
  }
  return kept;
}

/** What nearly everybody says about the connection; it names nothing. */
const USUAL = /^(?:keep-alive|close)?$/i;
const NOTHING: ReadonlySet<string> = new Set();

/** The names that `Connection` declares to concern this connection only. */
export function namedByConnection(headers: HeaderList): ReadonlySet<string> {
  const values = valuesOf(headers, 'connection');
  if (values.every((value) => USUAL.test(value))) return NOTHING;
  return new Set(values.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase())));
}

/** These names, and those of fields that concern one connection only. */
export const withHopByHop = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...HOP_BY_HOP, ...names]);

/** Everything but these, for which see `withHopByHop`, and what `Connection` names beside them. */
export function endToEnd(headers: HeaderList, dropped: ReadonlySet<string>): string[] {
  const named = namedByConnection(headers);
  if (named.size === 0) return keepHeaders(headers, (name) => !dropped.has(name));
  return keepHeaders(headers, (name) => !dropped.has(name) && !named.has(name));
}

/** The list with these fields in place of whatever had their names. */
export function withHeaders(headers: HeaderList, fields: Readonly<Record<string, string>>): string[] {
  const replaced = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  return [...keepHeaders(headers, (name) => !replaced.has(name)), ...Object.entries(fields).flat()];
}
