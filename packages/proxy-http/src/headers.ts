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

/** Every value of a field. */
export function valuesOf(headers: HeaderList, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if ((headers[i] as string).toLowerCase() === name) values.push(headers[i + 1] as string);
  }
  return values;
}

/** The value of a field; of several, the first. */
export const firstOf = (headers: HeaderList, name: string): string | undefined => valuesOf(headers, name)[0];

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

/** Everything that is for the other end. */
export function endToEnd(headers: HeaderList): string[] {
  const named = namedByConnection(headers);
  return keepHeaders(headers, (name) => !HOP_BY_HOP.has(name) && !named.has(name));
}

/** The list with these fields in place of whatever had their names. */
export function withHeaders(headers: HeaderList, fields: Readonly<Record<string, string>>): string[] {
  const replaced = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  return [...keepHeaders(headers, (name) => !replaced.has(name)), ...Object.entries(fields).flat()];
}
