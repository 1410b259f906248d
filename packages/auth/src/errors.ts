// Errors of OAuth logins. A message never contains a token, a code, a secret or text from a server other than a plain error
// code, because messages reach logs, clients and models.

/** What went wrong, for programs. */
export type AuthErrorCode =
  /** A URL, an address or a document must not be used. */
  | 'NOT_ALLOWED'
  /** The server cannot be reached or fails; a later attempt may succeed. */
  | 'UNREACHABLE'
  /** The MCP server or its authorization server does not support what a login needs. */
  | 'NOT_SUPPORTED'
  /** The authorization server does not register clients dynamically: the user has to configure one. */
  | 'CLIENT_REQUIRED'
  /** The authorization server or the user denied the request. */
  | 'REFUSED'
  /** The user did not finish the login in time. */
  | 'TIMED_OUT';

export class AuthError extends Error {
  readonly code: AuthErrorCode;

  constructor(code: AuthErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const PLAIN_CODE = /^[a-z][a-z0-9_.-]{0,40}$/i;

/** The error code of an authorization server, if it looks like one; other text might contain secrets. */
export const safeErrorCode = (code: unknown): string =>
  typeof code === 'string' && PLAIN_CODE.test(code) ? code : 'no error code';
