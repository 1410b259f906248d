// Which kind of credential a bearer token is, by its shape alone.

/** Three base64url parts are a JWT; anything else is an API key. */
export const tokenKind = (token: string): 'jwt' | 'api_key' =>
  /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? 'jwt' : 'api_key';
