// What can go wrong between us and a provider, in words for a person. No error carries a token, a code or a secret, nor
// any text of a stranger beyond a plain error code: these words reach logs, clients and models.

/** What an error means for whoever has to act on it. */
export type AuthErrorCode =
  /** A place, an address or a document that must not be used. */
  | 'NOT_ALLOWED'
  /** It cannot be reached or is out of order now; later it may be. */
  | 'UNREACHABLE'
  /** The server or its provider does not offer what a login needs. */
  | 'NOT_OFFERED'
  /** The provider lets no program register itself: a client has to be configured. */
  | 'CLIENT_NEEDED'
  /** The provider, or the person, said no. */
  | 'REFUSED'
  /** Nobody answered in time. */
  | 'TIMED_OUT';

export class AuthError extends Error {
  readonly code: AuthErrorCode;

  constructor(code: AuthErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const PLAIN_CODE = /^[a-z][a-z0-9_.-]{0,40}$/i;

/** An error code of a provider, where it is one; anything else might hold what must not be repeated. */
export const plainCode = (code: unknown): string =>
  typeof code === 'string' && PLAIN_CODE.test(code) ? code : 'without a reason';
