// Explains why a command could not be started. The system reports "no such file" for most causes.

import { existsSync, statSync } from 'node:fs';

export interface Attempt {
  readonly command: string;
  readonly cwd: string | undefined;
}

export function whyNotStarted({ command, cwd }: Attempt, { code, message }: NodeJS.ErrnoException): string {
  if (cwd !== undefined && !existsSync(cwd)) return `its working directory \`${cwd}\` does not exist`;
  const named = `\`${command}\``;
  if (code === 'ENOENT') {
    if (/[\\/]/.test(command) && existsSync(command))
      return `${named} names an interpreter that does not exist`;
    if (/\s/.test(command))
      return `there is no command ${named}; give the program and its arguments as separate words`;
    return `there is no command ${named}; is it installed and on the PATH?`;
  }
  if (code === 'EACCES') return `${named} ${isFolder(command) ? 'is a folder' : 'may not be executed'}`;
  return `${named}: ${message}`;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
