// Checks the environment variables that choose our folders: whether they are ignored, and whether clients may lack
// them.

import { isAbsolute } from 'node:path';
import { serversIn } from '../../clients/selection.js';
import type { ReadSource } from '../../clients/servers.js';
import { bad, type CheckResult, good } from '../../diagnostics/check-result.js';
import { describePathVariables, pathVariables } from '../../files/path-variables.js';
import { findRunningProxies } from '../status/running.js';

export function checkHome(env: NodeJS.ProcessEnv): CheckResult[] {
  return pathVariables.flatMap((name) => {
    const value = env[name];
    if (value === undefined || value === '' || isAbsolute(value)) return [];
    return [
      bad(
        'environment',
        `${name} is a relative path and is ignored: ${value}`,
        `set it to an absolute path, or unset ${name}`,
      ),
    ];
  });
}

/**
 * Warns about variables in this terminal: a client that does not have them uses another policy, kill switch and audit
 * log.
 */
export async function checkMovedPlaces(
  env: NodeJS.ProcessEnv,
  sources: readonly ReadSource[],
): Promise<CheckResult[]> {
  const moved = describePathVariables(env);
  if (!moved || !serversIn(sources).some(({ state }) => state.kind === 'wrapped')) return [];
  const elsewhere = (await findRunningProxies({})).map(({ server, pid }) => `\`${server}\` (process ${pid})`);
  if (elsewhere.length > 0)
    return [bad('environment', `${moved.message}, as ${elsewhere.join(', ')} does`, moved.fix)];
  // If a proxy is running here, its client has the variables.
  const here = await findRunningProxies(env);
  return [
    here.length > 0
      ? { ...good('environment', moved.message), fix: moved.fix }
      : bad('environment', moved.message, moved.fix),
  ];
}
