// The public names of the package, all of them.

export type { AuthErrorCode } from './errors.js';
export { AuthError } from './errors.js';
export type { LoginOptions } from './log-in.js';
export { logIn } from './log-in.js';
export type { LoggedOut } from './log-out.js';
export { logOut } from './log-out.js';
export type { Login, OAuthClient, Tokens } from './login-record.js';
export { serverOf } from './login-record.js';
export type { Claims, Logins, Vault } from './logins.js';
export { createLogins } from './logins.js';
export type { NetworkOptions } from './network.js';
export type { ConfiguredClient } from './registration.js';
export type { Rejected, TokenAnswer, TokenSource, TokenSourceOptions } from './token-source.js';
export { createTokenSource } from './token-source.js';
