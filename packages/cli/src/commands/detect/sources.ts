// Reads the input of `detect`: files on the command line, or stdin.

import { createReadStream } from 'node:fs';

/** An input, with its name for messages. */
export interface Source {
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** Returns one source for each name. Without names, and for `-`, the source is stdin. */
export const findSources = (names: readonly string[]): readonly Source[] =>
  (names.length === 0 ? ['-'] : names).map((name) =>
    name === '-'
      ? { name: 'stdin', open: () => process.stdin }
      : { name, open: () => createReadStream(name, { highWaterMark: 262_144 }) },
  );

/** The maximum size of an input; larger inputs do not fit into a string. */
export const maxTextSize = 256 * 1024 * 1024;

/** Returns the whole text of a source, or the reason why it cannot be read. */
export async function readText(source: Source): Promise<string | { readonly reason: string }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of source.open()) {
      length += chunk.length;
      if (length > maxTextSize)
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

/** Explains a system error about a file. */
export function cannotRead({ name }: Source, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `the file \`${name}\` does not exist; check the path`;
  if (code === 'EISDIR') return `\`${name}\` is a folder; name files instead`;
  return `cannot read \`${name}\`: ${message}`;
}

/**
 * Decodes a text. Editors on Windows save UTF-16 with a byte order mark; all other input is read as UTF-8, even if it
 * contains invalid bytes.
 */
function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
