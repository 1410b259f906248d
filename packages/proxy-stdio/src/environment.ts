// The environment of the server: the environment of the client without our own secrets and without the folder of our
// policy. Otherwise, a command of the server could refer to that folder as `$CLAWDEFENDER_HOME`.

const OURS = /^CLAWDEFENDER_/i;

export const childEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name)));
