// The errors of OAuth logins. A message never contains a token, a code, a secret or text from a server (except a
// plain error code), because messages reach logs, clients and models.

/** The kind of an error, for programs. */
export type AuthErrorCode =
  /** A URL, an address or a document is not allowed. */
  | 'NOT_ALLOWED'
  /** The server cannot be reached or fails. A later attempt may succeed. */
  | 'UNREACHABLE'
  /** The MCP server or its authorization server does not support what a login needs. */
  | 'NOT_SUPPORTED'
  /** The authorization server does not register clients dynamically, so the user has to configure a client. */
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

/** Returns the error code of an authorization server if it looks like one; other text might contain secrets. */
export const safeErrorCode = (code: unknown): string =>
  typeof code === 'string' && PLAIN_CODE.test(code) ? code : 'no error code';
