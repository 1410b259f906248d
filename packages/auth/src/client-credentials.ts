// Requests tokens for the gateway itself with the client credentials grant of OAuth 2 (RFC 6749, section 4.4). The
// tokens are not stored here.

import {
  ClientSecretPost,
  clientCredentialsGrantRequest,
  processClientCredentialsResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { AuthError } from './errors.js';
import { createNetwork, type Network, type NetworkOptions } from './network.js';
import { basicAuthentication, isBearerToken, viaNetwork, withAuthErrors } from './token-endpoint.js';

export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
}

export interface ClientToken {
  readonly accessToken: string;
  readonly tokenType: string;
  /** In seconds. */
  readonly expiresIn: number | undefined;
}

/** Requests a token. Throws an `AuthError` whose message names the host but contains no secret. */
export async function requestClientToken(
  credentials: ClientCredentials,
  options: NetworkOptions,
): Promise<ClientToken> {
  const network = createNetwork(options);
  const basic = basicAuthentication(credentials.clientSecret);
  const server = { issuer: new URL(credentials.tokenUrl).origin, token_endpoint: credentials.tokenUrl };
  return withAuthErrors(server, async () => {
    try {
      return await send(credentials, server, basic, network);
    } catch (error) {
      // Every server must support HTTP Basic, but a client may be registered for `client_secret_post`.
      if (!(error instanceof ResponseBodyError) || error.error !== 'invalid_client') throw error;
      return send(credentials, server, ClientSecretPost(credentials.clientSecret), network);
    }
  });
}

async function send(
  { clientId, audience, scope }: ClientCredentials,
  server: { readonly issuer: string; readonly token_endpoint: string },
  authentication: Parameters<typeof clientCredentialsGrantRequest>[2],
  network: Network,
): Promise<ClientToken> {
  const client = { client_id: clientId };
  const parameters = {
    ...(audience !== undefined && { audience }),
    ...(scope !== undefined && { scope }),
  };
  const response = await clientCredentialsGrantRequest(
    server,
    client,
    authentication,
    parameters,
    viaNetwork(network),
  );
  const { access_token, token_type, expires_in } = await processClientCredentialsResponse(
    server,
    client,
    response,
  );
  if (!isBearerToken(access_token))
    throw new AuthError(
      'NOT_ALLOWED',
      'the authorization server issued a token with characters that are not allowed in a header',
    );
  return { accessToken: access_token, tokenType: token_type, expiresIn: expires_in };
}
