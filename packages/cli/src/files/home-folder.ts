// Determines the home folder of the user. Empty and relative values are ignored: they would depend on the current
// folder, and a cloned repository must not be able to choose the policy.

import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { UserError } from '../command-line/user-error.js';

export function homeFolder(): string {
  const home = [homedir, () => userInfo().homedir].map(folderOf).find(isAbsolute);
  if (home === undefined) throw new UserError('No home folder found. Set `HOME` to an absolute path.');
  return home;
}

/** Returns an empty string if Node throws, which it does for a user without an entry in the user database. */
function folderOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
