// Creates a configuration folder for the program under test, separate from the user's folder. It is created once for a
// whole run.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a policy in the fixtures. */
export const policyFile = (name: 'open' | 'watchful'): string =>
  fileURLToPath(new URL(`../../../fixtures/homes/${name}.toml`, import.meta.url));

/** Vitest calls this function before all workers start, and the returned function after they have ended. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'claw-home-'));
  copyFileSync(policyFile('open'), join(folder, 'policy.toml'));
  process.env['CLAWDEFENDER_HOME'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
