// Creates the two temporary folders of the demo. The first is removed at the end. The second contains the audit log
// whose path the demo prints, so it is kept.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder for the file server. The folder is removed when the process exits. */
export function createServedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clawdefender-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a configuration and state folder, so that the demo does not read or change the user's folder. */
export const createHome = () => mkdtempSync(join(tmpdir(), 'clawdefender-demo-home-'));
