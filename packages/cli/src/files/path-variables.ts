// Lists the environment variables that choose the folders of our configuration and state. A client starts us with its
// own environment, which may lack these variables. Entries must not set them: a project entry that chooses our policy
// counts as unprotected.

import { configFolder, stateFolder } from './paths.js';

export const pathVariables = ['CLAWDEFENDER_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'];

/** Returns the variables that are set and change our folders. */
function effectiveVariables(env: NodeJS.ProcessEnv): readonly string[] {
  return pathVariables.filter((name) => {
    const without = { ...env, [name]: undefined };
    return configFolder(without) !== configFolder(env) || stateFolder(without) !== stateFolder(env);
  });
}

/** Returns a warning about clients that do not have the variables of this terminal; undefined if no variable is set. */
export function describePathVariables(env: NodeJS.ProcessEnv): { message: string; fix: string } | undefined {
  const names = effectiveVariables(env);
  if (names.length === 0) return undefined;
  const list = names.map((name) => `\`${name}\``).join(' and ');
  const [verb, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const usual = [...new Set([configFolder({}), stateFolder({})])].join(' and ');
  return {
    message: `${list} ${verb} set in this terminal, but clients start servers with their own environment; without ${them}, the servers use ${usual}`,
    fix: `set ${list} in the environment of your clients, or unset ${them}`,
  };
}
