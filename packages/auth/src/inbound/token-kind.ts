// Distinguishes the kinds of bearer tokens by their form alone.

/** Returns `jwt` for three base64url parts, and `api_key` for any other text. */
export const tokenKind = (token: string): 'jwt' | 'api_key' =>
  /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? 'jwt' : 'api_key';
