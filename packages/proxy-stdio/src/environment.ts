// The environment of the server: that of the client without our own secrets, and without the folder of our policy, which a
// command of the server could otherwise name as `$CLAWDEFENDER_HOME`.

const OURS = /^CLAWDEFENDER_/i;

export const childEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name)));
