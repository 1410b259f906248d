// Variables of this terminal that move our places. A client starts us with its own environment and may not have them, and
// an entry must not carry them: a repository's entry that chooses our policy counts as unprotected, whoever wrote it.

import { configFolder, stateFolder } from './places.js';

/** The variables that choose our places. */
export const placeVariables = ['CLAWDEFENDER_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'];

/** The variables without which our configuration or our state would be elsewhere. */
function movingVariables(env: NodeJS.ProcessEnv): readonly string[] {
  return placeVariables.filter((name) => {
    const without = { ...env, [name]: undefined };
    return configFolder(without) !== configFolder(env) || stateFolder(without) !== stateFolder(env);
  });
}

/** What servers do whose client does not have the variables of this terminal; undefined when that makes no difference. */
export function movedPlaces(env: NodeJS.ProcessEnv): { message: string; fix: string } | undefined {
  const names = movingVariables(env);
  if (names.length === 0) return undefined;
  const said = names.join(' and ');
  const [verb, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const usual = [...new Set([configFolder({}), stateFolder({})])].join(' and ');
  return {
    message: `${said} ${verb} set in this terminal, and clients start their servers with an environment of their own: without ${them} the servers use ${usual}`,
    fix: `set ${said} where your clients get their environment, or unset ${them}`,
  };
}
