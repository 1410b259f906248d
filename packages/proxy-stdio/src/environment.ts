// The environment of the server: that of the client without our own secrets.

const OURS = /^CLAWDEFENDER_(SECRET_KEY|ADMIN_TOKEN|AUDIT_KEY|HEADER_.*)$/i;

export const childEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name)));
