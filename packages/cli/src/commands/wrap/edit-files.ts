// Rewrites a configuration file: computes the new text, creates a backup and writes the file. If the client has changed
// the file in the meantime, all steps are repeated.

import {
  backUp,
  type ConfigFile,
  findWriteProblem,
  readConfigFile,
  replaceConfigFile,
} from '../../clients/config-file.js';
import type { ReadSource } from '../../clients/servers.js';

/** Computes the new text of a file. */
export interface TextRewriting<Result> {
  readonly text: string;
  readonly result: Result;
  /** Runs before the file is written. It creates everything that the new text refers to. */
  prepare?(file: ConfigFile): Promise<void>;
}

/** The outcome for one file. */
export type FileOutcome<Result> =
  | {
      readonly kind: 'done';
      readonly before: string;
      readonly after: string;
      readonly result: Result;
      readonly backup?: string;
    }
  /** The file is unchanged. The result is what would have been done, unless the new text is unknown. */
  | { readonly kind: 'failed'; readonly problem: string; readonly result?: Result };

const attempts = 5;

/** Rewrites a file; with `dryRun`, only computes the new text. */
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
    if (after === file.text) return done;
    // Checked before the backup is created, because a backup is never removed.
    const protection = await findWriteProblem(file);
    if (protection !== undefined) return { kind: 'failed', ...protection, result };
    if (dryRun) return done;
    const backup = await createBackup(file, rewriting);
    if (typeof backup !== 'string') return { kind: 'failed', ...backup, result };
    const written = await replaceConfigFile(file, after);
    if (written === 'written') return { ...done, backup };
    if (written !== 'changed') return { kind: 'failed', ...written, result };
  }
  return { kind: 'failed', problem: 'the client keeps changing the file; close the client and try again' };
}

async function createBackup<Result>(
  file: ConfigFile,
  rewriting: TextRewriting<Result>,
): Promise<string | { readonly problem: string }> {
  try {
    await rewriting.prepare?.(file);
    return await backUp(file);
  } catch (error) {
    return { problem: `cannot create a backup: ${(error as Error).message}` };
  }
}
