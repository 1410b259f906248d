// Explains a system error about a file, and how to fix it.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The error as a part of a sentence: which file, what is wrong, and what to do. */
export function describeFileError(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // An error that already explains its cause, such as a folder that cannot be created.
  if (code !== undefined && !message.startsWith(code)) return `\`${file}\`: ${message}`;
  if (code === 'ENOENT') return `\`${file}\` does not exist; check the path`;
  if (code === 'EISDIR') return `\`${file}\` is a folder; use a file`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return describeFileInTheWay(file);
  if (code === 'EACCES' || code === 'EPERM')
    return `no permission to access \`${file}\`; check its mode and owner`;
  return `\`${file}\`: ${message}`;
}

/** Names the part of a path that is a file where a folder is needed, not the whole path. */
function describeFileInTheWay(path: string): string {
  let file = path;
  while (!existsSync(file) && dirname(file) !== file) file = dirname(file);
  const isHome = process.env['CLAWDEFENDER_HOME'] === file;
  return `\`${file}\` is not a folder${isHome ? '; change `CLAWDEFENDER_HOME`' : ''}`;
}
