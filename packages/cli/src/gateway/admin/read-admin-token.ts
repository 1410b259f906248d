// Reads the admin token from the environment. The token gives control over all proxies and keys, so a short token is an
// error.

import { UserError } from '../../command-line/user-error.js';

/** The minimum length of a token; shorter tokens could be guessed. */
const MIN_TOKEN = 32;

/** Returns the token; undefined if the variable is not set. Throws a `UserError`, which does not contain the token. */
export function readAdminToken(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const token = env['CLAWDEFENDER_ADMIN_TOKEN'] || undefined;
  if (token === undefined) return undefined;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UserError(
      `\`CLAWDEFENDER_ADMIN_TOKEN\` contains spaces or characters beyond ASCII, which no client can send. ${HOW}`,
    );
  if (token.length < MIN_TOKEN)
    throw new UserError(
      `\`CLAWDEFENDER_ADMIN_TOKEN\` is shorter than ${MIN_TOKEN} characters and could be guessed. ${HOW}`,
    );
  return token;
}

const HOW = 'Set it to the output of `openssl rand -hex 32`, for example.';
