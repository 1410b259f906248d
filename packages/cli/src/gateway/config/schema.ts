// Defines the schema of `gateway.toml`. Records have the fields of the REST API and the additional fields defined here.

import { newKey, newProxy, newResource } from '@claw/gateway';
import * as z from 'zod';
import { parseAddressRange } from './address-range.js';
import { parseListen } from './listen.js';

const variable = z.string().regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable');

/** The name of a declared record is its id, which occurs in URLs and tags. */
const id = newProxy.shape.name;

const auth = newProxy.shape.auth.unwrap().shape;
const upstreamJwt = auth.upstreamJwt.unwrap().shape;

const proxy = z.strictObject({
  ...newProxy.shape,
  /** The environment variable that contains `authToken`. */
  authTokenEnv: variable.optional(),
  auth: z
    .strictObject({
      ...auth,
      upstreamJwt: z
        .strictObject({
          ...upstreamJwt,
          /** The environment variable that contains `clientSecret`. */
          clientSecretEnv: variable.optional(),
        })
        .optional(),
    })
    .optional(),
  rules: z.array(z.unknown()).default([]),
});

const resource = z.strictObject({ id, ...newResource.shape });

const key = z.strictObject({
  name: id,
  tags: newKey.shape.tags,
  /** The SHA-256 hash of the key in hexadecimal digits. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the key in lower-case hexadecimal digits')
    .optional(),
  /** The environment variable that contains the key. */
  env: variable.optional(),
});

export const gatewayFile = z.strictObject({
  version: z.literal(1).optional(),
  listen: z
    .string()
    .refine((text) => parseListen(text) !== undefined, 'must be a host and a port, such as `127.0.0.1:3300`')
    .optional(),
  tls: z.strictObject({ cert: z.string().min(1), key: z.string().min(1) }).optional(),
  redis: z
    .string()
    .regex(/^rediss?:\/\/\S+$/, 'must be a URL such as `redis://127.0.0.1:6379`')
    .optional(),
  allow_private_upstreams: z
    .array(
      z
        .string()
        .refine(
          (text) => parseAddressRange(text) !== undefined,
          'must be a host, `host:port` or an address range such as `10.0.0.0/8`',
        ),
    )
    .default([]),
  /** The load balancers whose `X-Forwarded-For` header is trusted. */
  trusted_proxies: z
    .array(
      z
        .string()
        .refine(
          (text) => parseAddressRange(text)?.kind === 'range',
          'must be an address or a range such as `10.0.0.0/8`',
        ),
    )
    .default([]),
  /** The port of the dashboard on the loopback interface. */
  dashboard: z.int().min(0).max(65_535).optional(),
  on_store_failure: z.enum(['deny', 'allow']).default('deny'),
  quotas: z.strictObject({ proxies: z.int().min(1).max(100_000).optional() }).default({}),
  proxy: z.array(proxy).default([]),
  resource: z.array(resource).default([]),
  key: z.array(key).default([]),
});

export type GatewayFile = z.output<typeof gatewayFile>;
