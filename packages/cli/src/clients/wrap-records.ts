// Stores hashes of wrapped entries, and the original entry where it cannot be derived. Without these records, `unwrap`
// rebuilds each entry from its arguments and reports this.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../files/private-file.js';
import type { WrapRecord } from '../wrap/wrap-record.js';

type RecordsByFile = Readonly<Record<string, readonly WrapRecord[]>>;

/** The wrap records of all files, in the state folder. */
export interface WrapRecords {
  /** The files that contained wrapped entries at some time. */
  files(): Promise<readonly string[]>;
  find(file: string, path: string): Promise<WrapRecord | undefined>;
  /** Adds records for a file and replaces older records for the same entries. */
  add(file: string, records: readonly WrapRecord[]): Promise<void>;
}

export function createWrapRecords(folder: string): WrapRecords {
  const path = join(folder, 'wrapped.json');
  return {
    files: async () => Object.keys(await readRecords(path)),
    find: async (file, entry) => (await readRecords(path))[file]?.find((record) => record.path === entry),
    async add(file, records) {
      if (records.length === 0) return;
      const known = await readRecords(path);
      const others = (known[file] ?? []).filter((one) => !records.some((other) => other.path === one.path));
      const files = { ...known, [file]: [...others, ...records] };
      await writePrivateFile(path, `${JSON.stringify({ version: 1, files }, null, 2)}\n`);
    },
  };
}

/** Reads the records. A missing or invalid file counts as empty. */
async function readRecords(path: string): Promise<RecordsByFile> {
  try {
    const { files } = JSON.parse(await readFile(path, 'utf8')) as { files?: unknown };
    return Object.fromEntries(
      Object.entries(files as object).map(([file, records]) => [
        file,
        Array.isArray(records) ? records.filter(isRecord) : [],
      ]),
    );
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is WrapRecord => {
  const { path, original, wrapped, undo, remote } = (value ?? {}) as Record<string, unknown>;
  const words = [path, original, wrapped, ...Object.values(remote ?? {}).flat()];
  if (!words.every((word) => typeof word === 'string')) return false;
  return (
    (remote === undefined || 'address' in (remote as object)) &&
    (undo === undefined || (Array.isArray(undo) && undo.every(isChange)))
  );
};

const isChange = (value: unknown): boolean => {
  const { field, place, before, after } = (value ?? {}) as Record<string, unknown>;
  return (
    [field, before, after].every((word) => typeof word === 'string') &&
    ['value', 'behind', 'in-front'].includes(String(place))
  );
};
