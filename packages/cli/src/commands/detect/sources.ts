// Where the texts come from: the files that are named, or standard input.

import { createReadStream } from 'node:fs';

/** Something to read, and the name to call it by in messages. */
export interface Source {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** One source for each name; none means standard input, and so does `-`. */
export const findSources = (names: readonly string[]): readonly Source[] =>
  (names.length === 0 ? ['-'] : names).map((name) =>
    name === '-'
      ? { name: 'stdin', open: () => process.stdin }
      : { name, open: () => createReadStream(name, { highWaterMark: 262_144 }) },
  );

/** More than this is no text but an archive of texts; a string could not hold it anyway. */
export const largestText = 256 * 1024 * 1024;

/** The whole of a source as text, or the reason why there is none. */
export async function readText(source: Source): Promise<string | { readonly reason: string }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of source.open()) {
      length += chunk.length;
      if (length > largestText)
        return {
          reason: `\`${source.name}\` is larger than 256 MB; split it into one text per line and use \`--jsonl\``,
        };
      chunks.push(chunk);
    }
  } catch (error) {
    return { reason: cannotRead(source, error) };
  }
  return decodeText(Buffer.concat(chunks));
}

/** What a system error means for the person who named the file. */
export function cannotRead({ name }: Source, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `the file \`${name}\` does not exist; check the path`;
  if (code === 'EISDIR') return `\`${name}\` is a folder; name files instead`;
  return `cannot read \`${name}\`: ${message}`;
}

/** Editors on Windows save UTF-16 with a mark; everything else is taken for UTF-8, broken bytes and all. */
function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
