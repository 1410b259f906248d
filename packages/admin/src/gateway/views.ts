// Converts records to the responses of the API. Each view lists its fields, so that a field that is added to a record
// later is not returned by accident.

import type { ApiKey, ProxyRecord, Resource } from '@claw/gateway';
import * as z from 'zod';
import type { DnsPin } from './ports.js';

/** The owner of a record: the API or `gateway.toml`. */
const source = z.enum(['api', 'file']).default('api');

const upstreamJwtView = z.object({
  tokenUrl: z.string(),
  clientId: z.string(),
  audience: z.string().optional(),
  scope: z.string().optional(),
});

const authView = z.object({
  modes: z.array(z.enum(['aifw_api_key', 'jwt'])),
  jwksJson: z.string().optional(),
  audience: z.string().optional(),
  issuer: z.string().optional(),
  injectIdentity: z.boolean().optional(),
  upstreamJwt: upstreamJwtView.optional(),
});

const toolView = z.object({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.unknown().optional(),
});

export const toolList = z.object({ tools: z.array(toolView) });

export const ruleList = z.object({
  rules: z.array(
    z.looseObject({ rule_type: z.string(), tools: z.array(z.string()), enabled: z.boolean().optional() }),
  ),
});

export const dnsPinView = z.object({ address: z.string(), resolvedAt: z.string() });

export const proxyView = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  authType: z.enum(['none', 'bearer', 'forward_client_jwt']),
  auth: authView,
  tools: z.array(toolView),
  /** The host and path at which callers reach the proxy. */
  proxyHost: z.string(),
  createdAt: z.string(),
  source,
});

/** A proxy with the address of its upstream server, which is null if it is unknown. */
export const proxyWithPinView = proxyView.extend({ dnsPin: dnsPinView.nullable() });

export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  createdAt: z.string(),
  source,
});

/** The response to the creation of a key, which is the only one that contains the key itself. */
export const createdKeyView = keyView.extend({ key: z.string() });

export const resourceView = z.object({
  id: z.string(),
  uri: z.string(),
  name: z.string(),
  mimeType: z.string().optional(),
  content: z.string(),
  attachedMcpIds: z.array(z.string()),
  createdAt: z.string(),
  source,
});

/**
 * Converts a proxy. `proxyHost` contains the address to which the client sent the request, because one listener
 * serves the API and the proxies.
 */
export const viewProxy = (proxy: ProxyRecord, host: string) =>
  proxyView.parse({ ...proxy, proxyHost: `${host}/mcp/${proxy.name}` });

export const viewProxyWithPin = (proxy: ProxyRecord, host: string, pin: DnsPin | undefined) => ({
  ...viewProxy(proxy, host),
  dnsPin: pin === undefined ? null : dnsPinView.parse(pin),
});

export const viewKey = (key: ApiKey) => keyView.parse(key);
export const viewResource = (resource: Resource) => resourceView.parse(resource);
