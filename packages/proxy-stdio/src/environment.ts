// What the server may see of our environment: everything the client gave us, less the secrets that are ours.

const OURS = /^CLAWDEFENDER_(SECRET_KEY|ADMIN_TOKEN|AUDIT_KEY|HEADER_.*)$/i;

export const childEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.test(name)));
