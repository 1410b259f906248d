// Parses one line of `--jsonl`: an object with `id` and `text`.

/** The input of one line. */
export interface Row {
  readonly id: unknown;
  readonly text: string;
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Returns the parsed line, `undefined` for a blank line, or an error message. */
export function readRow(bytes: Uint8Array): Row | { readonly reason: string } | undefined {
  let line: string;
  try {
    line = strict.decode(bytes);
  } catch {
    return { reason: 'is not UTF-8' };
  }
  if (line.trim() === '') return undefined;
  const value = parse(line);
  if (value === undefined) return { reason: 'is not JSON; use one object with `id` and `text` per line' };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: 'is not an object; use `{"id": …, "text": "…"}`' };
  const { id = null, text } = value as { id?: unknown; text?: unknown };
  return typeof text === 'string' ? { id, text } : { reason: 'has no string `text`' };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
