// The home of the user. A variable that is empty or relative would follow the current folder, and a cloned repository must
// not be able to choose what holds.

import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { UserError } from './user-error.js';

export function homeFolder(): string {
  const home = [homedir, () => userInfo().homedir].map(folderOf).find(isAbsolute);
  if (home === undefined) throw new UserError('no home folder is known; set HOME to a whole path');
  return home;
}

/** A user without an entry in the list of users has none, and Node throws. */
function folderOf(ask: () => string): string {
  try {
    return ask();
  } catch {
    return '';
  }
}
