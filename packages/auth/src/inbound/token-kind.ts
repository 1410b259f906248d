// Distinguishes the kinds of bearer tokens by their form alone.

/** Three base64url parts are a JWT; anything else is an API key. */
export const tokenKind = (token: string): 'jwt' | 'api_key' =>
  /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? 'jwt' : 'api_key';
