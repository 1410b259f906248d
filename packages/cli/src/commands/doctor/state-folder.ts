// Checks that the state folder is writable: without the audit log all calls are denied, and without the store no
// approval can be requested.

import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bad, type CheckResult, checkModes, good } from '../../diagnostics/check-result.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import { auditFolder, stateFolder } from '../../files/paths.js';
import { useStore } from '../../state/open-store.js';

const check = 'state folder';

/** The data for a test write, which is as much as a proxy writes in its first minutes. */
const room = Buffer.alloc(64 * 1024);

export async function checkStateFolder(env: NodeJS.ProcessEnv): Promise<readonly CheckResult[]> {
  const folder = stateFolder(env);
  const found = [
    ...(existsSync(folder) ? checkModes(check, [folder]) : []),
    ...[folder, auditFolder(env)].flatMap(checkWriting).slice(0, 1),
    ...(await checkStore()),
  ];
  return found.length > 0 ? found : [good(check, folder)];
}

/** Writes a test file to the folder, or to its nearest existing parent. */
function checkWriting(folder: string): CheckResult[] {
  try {
    if (existsSync(folder)) tryWriting(folder);
    else requireRoom(nearest(folder));
    return [];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const fix = isFull
      ? 'free space on its disk'
      : 'make it writable, or choose another folder with CLAWDEFENDER_HOME or XDG_STATE_HOME';
    const problem = `\`${folder}\` cannot be written, so every tool call is denied: ${message}`;
    return [bad(check, problem, fix)];
  }
}

function tryWriting(folder: string): void {
  if (!statSync(folder).isDirectory()) throw new Error(`\`${folder}\` is not a folder. Move it away`);
  const place = mkdtempSync(join(folder, '.doctor-'));
  try {
    writeFileSync(join(place, 'room'), room);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Creates a folder to test whether that is possible: under `/proc` the permissions allow it, but it fails. */
function requireRoom(place: string): void {
  tryWriting(place);
}

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)));

async function checkStore(): Promise<CheckResult[]> {
  try {
    await useStore(async ({ table }) => table.get('grant', ''));
    return [];
  } catch (error) {
    return [bad(check, userMessage(error), 'fix it, or move it away; approvals and counters are then lost')];
  }
}
