// The public names of the package.

export type { ClientCredentials, ClientToken } from './client-credentials.js';
export { requestClientToken } from './client-credentials.js';
export type { ConfiguredClient } from './client-registration.js';
export type { AuthErrorCode } from './errors.js';
export { AuthError } from './errors.js';
export { createApiKey, hashApiKey } from './inbound/api-key.js';
export type { JwksCheck, JwksKey } from './inbound/jwks.js';
export { checkJwks } from './inbound/jwks.js';
export type { JwtVerdict, JwtVerifier, JwtVerifierOptions } from './inbound/jwt.js';
export { createJwtVerifier } from './inbound/jwt.js';
export type { Scopes } from './inbound/scopes.js';
export { checkTag, readScopes } from './inbound/scopes.js';
export { tokenKind } from './inbound/token-kind.js';
export type { LoginOptions } from './log-in.js';
export { logIn } from './log-in.js';
export type { LogoutResult } from './log-out.js';
export { logOut } from './log-out.js';
export type { Login, OAuthClient, Tokens } from './login-record.js';
export { normalizeServerUrl } from './login-record.js';
export type { Locks, Logins, SecretStore } from './logins.js';
export { createLogins } from './logins.js';
export type { NetworkOptions } from './network.js';
export type { TokenRejection, TokenResult, TokenSource, TokenSourceOptions } from './token-source.js';
export { createTokenSource } from './token-source.js';
