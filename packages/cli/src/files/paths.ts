// Determines the folders and files of our configuration and state. A relative folder is ignored: it would depend on the
// current folder, and a cloned repository must not be able to choose the policy.

import { isAbsolute, join } from 'node:path';
import { homeFolder } from './home-folder.js';

type Variables = Readonly<Record<string, string | undefined>>;

const absolute = (folder: string | undefined): string | undefined =>
  folder !== undefined && isAbsolute(folder) ? folder : undefined;

function ownFolder(env: Variables, variable: string, ...usual: string[]): string {
  const everything = absolute(env['CLAWDEFENDER_HOME']);
  if (everything !== undefined) return everything;
  return join(absolute(env[variable]) ?? join(homeFolder(), ...usual), 'clawdefender');
}

/** Returns a warning about a `CLAWDEFENDER_HOME` that is ignored. */
export function describeIgnoredHome({ CLAWDEFENDER_HOME: home }: Variables): string | undefined {
  if (home === undefined || home === '' || isAbsolute(home)) return undefined;
  return `Ignored \`CLAWDEFENDER_HOME=${home}\`: the path is relative. Use an absolute path.`;
}

/** The folder with `policy.toml` and `gateway.toml`. */
export const configFolder = (env: Variables): string => ownFolder(env, 'XDG_CONFIG_HOME', '.config');

/** The folder with `state.db`, `audit/` and `KILL`. */
export const stateFolder = (env: Variables): string => ownFolder(env, 'XDG_STATE_HOME', '.local', 'state');

export const auditFolder = (env: Variables): string => join(stateFolder(env), 'audit');
export const stateFile = (env: Variables): string => join(stateFolder(env), 'state.db');
export const killFile = (env: Variables): string => join(stateFolder(env), 'KILL');
