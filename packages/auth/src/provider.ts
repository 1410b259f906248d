// What a provider says about itself (RFC 8414, or OpenID discovery), and whether that is enough for a login.

import { type AuthorizationServer, processDiscoveryResponse } from 'oauth4webapi';
import { AuthError } from './errors.js';
import { readDocument } from './json-document.js';
import { checkPlace, type Network } from './network.js';

/** A provider with which a login is possible. */
export interface Provider extends AuthorizationServer {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

/** Every place where a provider may describe itself, the likeliest first. */
function placesOf(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const places = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(places)].map((place) => new URL(place, issuer));
}

/** A server of the first revision with logins that describes nothing has them at these places of its own origin. */
const undescribed = (issuer: URL): Provider => ({
  issuer: issuer.origin,
  authorization_endpoint: new URL('/authorize', issuer).href,
  token_endpoint: new URL('/token', issuer).href,
  registration_endpoint: new URL('/register', issuer).href,
});

/** `isItself`: nobody was named, so the server itself is asked. */
export async function findProvider(issuer: string, isItself: boolean, network: Network): Promise<Provider> {
  const url = checkPlace(issuer);
  for (const place of placesOf(url)) {
    const document = await readDocument(place, network);
    if (document !== undefined) return checkProvider(url, document);
  }
  if (isItself) return undescribed(url);
  throw new AuthError('NOT_OFFERED', `${url.host} does not describe how to log in there`);
}

async function checkProvider(issuer: URL, document: Readonly<Record<string, unknown>>): Promise<Provider> {
  // Whoever speaks in the name of another provider would get the codes that are meant for that one.
  const provider = await processDiscoveryResponse(issuer, Response.json(document)).catch((error) => {
    throw new AuthError('NOT_ALLOWED', `${issuer.host} describes itself under another name`, {
      cause: error,
    });
  });
  const { authorization_endpoint, token_endpoint, code_challenge_methods_supported: methods } = provider;
  if (typeof authorization_endpoint !== 'string' || typeof token_endpoint !== 'string')
    throw new AuthError('NOT_OFFERED', `${issuer.host} offers no login in a browser`);
  // Without it, whoever sees the code on its way could use it.
  if (!Array.isArray(methods) || !methods.includes('S256'))
    throw new AuthError('NOT_OFFERED', `${issuer.host} does not protect its codes (PKCE with S256)`);
  for (const endpoint of [
    authorization_endpoint,
    token_endpoint,
    provider.registration_endpoint,
    provider.revocation_endpoint,
  ])
    if (endpoint !== undefined) checkPlace(endpoint);
  return { ...provider, authorization_endpoint, token_endpoint };
}
