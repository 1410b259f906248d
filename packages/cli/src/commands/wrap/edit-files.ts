// Carries a rewriting out on files, one after the other: proves, keeps a copy, writes, and begins again with a file that its
// client wrote in the meantime.

import { backUp, type ConfigFile, readConfigFile, replaceConfigFile } from '../../clients/config-file.js';
import type { ReadSource } from '../../clients/servers.js';

/** A rewriting of one text. */
export interface TextRewriting<Result> {
  readonly text: string;
  readonly result: Result;
  /** Done before the file is written: whoever finds the new text must find this, too. */
  prepare?(file: ConfigFile): Promise<void>;
}

/** What became of a file. */
export type FileOutcome<Result> =
  | {
      readonly kind: 'done';
      readonly before: string;
      readonly after: string;
      readonly result: Result;
      readonly backup?: string;
    }
  /** The file is what it was. */
  | { readonly kind: 'failed'; readonly problem: string };

const attempts = 5;

/** Rewrites a file, or with `dryRun` only says what would come out. */
export async function editFile<Result>(
  { source }: ReadSource,
  rewrite: (text: string, file: string) => Promise<TextRewriting<Result> | { readonly problem: string }>,
  dryRun: boolean,
): Promise<FileOutcome<Result>> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const file = await readConfigFile(source.file);
    if ('problem' in file) return { kind: 'failed', problem: file.problem };
    const rewriting = await rewrite(file.text, file.path).catch((error: Error) => ({
      problem: error.message,
    }));
    if ('problem' in rewriting) return { kind: 'failed', problem: rewriting.problem };
    const { text: after, result } = rewriting;
    const done = { kind: 'done', before: file.text, after, result } as const;
    if (after === file.text || dryRun) return done;
    const backup = await keepCopy(file, rewriting);
    if (typeof backup !== 'string') return { kind: 'failed', ...backup };
    const written = await replaceConfigFile(file, after);
    if (written === 'written') return { ...done, backup };
    if (written !== 'changed') return { kind: 'failed', problem: written.problem };
  }
  return { kind: 'failed', problem: 'its client keeps writing it; close the client and try again' };
}

async function keepCopy<Result>(
  file: ConfigFile,
  rewriting: TextRewriting<Result>,
): Promise<string | { readonly problem: string }> {
  try {
    await rewriting.prepare?.(file);
    return await backUp(file);
  } catch (error) {
    return { problem: `no copy of it could be kept: ${(error as Error).message}` };
  }
}
