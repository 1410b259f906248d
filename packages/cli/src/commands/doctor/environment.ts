// Variables of the environment that choose our places, and may not do what they look like.

import { isAbsolute } from 'node:path';
import type { ReadSource } from '../../clients/servers.js';
import { describePathVariables, pathVariables } from '../../files/path-variables.js';
import { findRunningProxies } from '../status/running.js';
import { serversIn } from '../wrap/selection.js';
import { bad, type CheckResult, good } from './checks.js';

export function checkHome(env: NodeJS.ProcessEnv): CheckResult[] {
  return pathVariables.flatMap((name) => {
    const value = env[name];
    if (value === undefined || value === '' || isAbsolute(value)) return [];
    return [
      bad(
        'environment',
        `${name} is relative and therefore ignored: ${value}`,
        `set it to a whole path, or unset ${name}`,
      ),
    ];
  });
}

/** Policy, kill switch and record are others for a client that does not have the variables of this terminal. */
export async function checkMovedPlaces(
  env: NodeJS.ProcessEnv,
  sources: readonly ReadSource[],
): Promise<CheckResult[]> {
  const moved = describePathVariables(env);
  if (!moved || !serversIn(sources).some(({ state }) => state.kind === 'wrapped')) return [];
  const elsewhere = (await findRunningProxies({})).map(({ server, pid }) => `\`${server}\` (process ${pid})`);
  // Perhaps the clients have them, too. What runs in the usual places shows that they have not.
  if (elsewhere.length === 0) return [{ ...good('environment', moved.message), fix: moved.fix }];
  return [bad('environment', `${moved.message}, and ${elsewhere.join(', ')} did`, moved.fix)];
}
