// Runs a script with the V8 bytecode that an earlier run has stored next to it, or stores bytecode at the end of the
// run. V8 checks that the bytecode was made by the same version with the same flags, and the file name contains a
// digest of the script. The bytecode is trusted like the script itself, so it must be in the same folder, belong to the
// same user, and not be writable by others.

import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Script } from 'node:vm';

/** A longer run compiles more functions. Its bytecode replaces that of a shorter run if it is larger by this factor. */
const GROWTH = 1.05;
const LONG_RUN_SECONDS = 5;

export interface LoadedScript {
  readonly value: unknown;
  /** True if bytecode from an earlier run was used. */
  readonly wasCompiled: boolean;
  /** Stores the bytecode of this run if that is worthwhile. `seconds` is the duration of the run. */
  keep(seconds: number): void;
}

/**
 * Runs a script, which must be ASCII because V8 uses twice the memory for other texts. `settings` identifies the V8
 * settings in the file name.
 */
export function loadScript(file: string, settings = ''): LoadedScript {
  const compiled = `${file}.${process.version}-${process.arch}${settings}.code`;
  const cachedData = readCompiled(file, compiled);
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const known = script.cachedDataRejected === false ? (cachedData?.length ?? 0) : 0;
  return {
    value: script.runInThisContext(),
    wasCompiled: known > 0,
    keep(seconds) {
      if (known === 0 || seconds > LONG_RUN_SECONDS) keepCompiled(script, compiled, known);
    },
  };
}

function readCompiled(file: string, compiled: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(compiled, 'r');
    const { uid, mode } = fstatSync(descriptor);
    const isTrusted = process.platform === 'win32' || (uid === statSync(file).uid && (mode & 0o022) === 0);
    return isTrusted ? readFileSync(descriptor) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Stores the bytecode. Failures are ignored: in an installation that this user cannot write to, the script is compiled
 * at each start.
 */
function keepCompiled(script: Script, compiled: string, known: number): void {
  const temporary = `${compiled}.${process.pid}`;
  try {
    const data = script.createCachedData();
    if (data.length < known * GROWTH) return;
    writeFileSync(temporary, data, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, compiled);
  } catch {
    rmSync(temporary, { force: true });
  }
}
