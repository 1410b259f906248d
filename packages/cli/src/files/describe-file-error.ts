// Explains a system error about a file and how to fix it.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Describes the error as part of a sentence: which file, what is wrong, and what to do. */
export function describeFileError(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // Some errors already explain their cause, for example that a folder cannot be created.
  if (code !== undefined && !message.startsWith(code)) return `\`${file}\`: ${message}`;
  if (code === 'ENOENT') return `\`${file}\` does not exist; check the path`;
  if (code === 'EISDIR') return `\`${file}\` is a folder; use a file`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return describeFileInTheWay(file);
  if (code === 'EACCES' || code === 'EPERM')
    return `no permission to access \`${file}\`; check its mode and owner`;
  return `\`${file}\`: ${message}`;
}

/** Names the part of a path that is a file although a folder is needed, instead of the whole path. */
function describeFileInTheWay(path: string): string {
  let file = path;
  while (!existsSync(file) && dirname(file) !== file) file = dirname(file);
  const isHome = process.env['CLAWDEFENDER_HOME'] === file;
  return `\`${file}\` is not a folder${isHome ? '; change `CLAWDEFENDER_HOME`' : ''}`;
}
