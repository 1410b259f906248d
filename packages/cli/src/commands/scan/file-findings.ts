// Reports files that other users can change: the configuration, and the programs that it starts.

import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Server } from '../../clients/servers.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { ownWords } from './capabilities.js';
import type { ScanFinding } from './risk.js';

/**
 * Checks the files of a server: a user who can write a file, or replace it in its folder, controls what the client
 * starts.
 */
export function findFileProblems(server: Server): ScanFinding[] {
  const files = [server.source.file, ...ownWords(server).filter((word) => isAbsolute(word) && isFile(word))];
  return [...new Set(files)].flatMap((file) => {
    const open = [file, dirname(file)].find(othersCanWrite);
    if (open === undefined) return [];
    return [
      {
        rule: 'writable-by-others',
        severity: 'critical' as const,
        message: `all users of this machine can change \`${open}\``,
        fix: `chmod o-w ${shellQuote(open)}`,
      },
    ];
  });
}

/** Tests for a file. `existsSync` also returns false for texts that are not paths, such as a long script. */
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

function othersCanWrite(path: string): boolean {
  if (process.platform === 'win32') return false;
  const found = statSync(path, { throwIfNoEntry: false });
  // In a sticky folder such as /tmp, all users may create files, but not replace the files of others.
  const sticky = found?.isDirectory() && (found.mode & 0o1000) !== 0;
  return found !== undefined && (found.mode & 0o002) !== 0 && !sticky;
}
