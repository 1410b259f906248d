// Checks credentials before they are saved in a proxy. The routes store nothing. A failed check has status 200 and
// `ok: false`.

import { upstreamJwtTest } from '@claw/gateway';
import * as z from 'zod';
import { defineRoute, type Route } from '../../http/route.js';
import type { RecordPorts } from '../ports.js';
import { invalidField } from '../responses.js';

const jwksTest = z.strictObject({ jwksJson: z.string().min(1) });

const failed = z.object({ ok: z.literal(false), problem: z.string() });

const jwksKey = z.object({ kid: z.string().optional(), kty: z.string(), alg: z.string().optional() });
const jwksResult = z.union([z.object({ ok: z.literal(true), keys: z.array(jwksKey) }), failed]);

const jwtResult = z.union([
  z.object({ ok: z.literal(true), tokenType: z.string(), expiresIn: z.number().optional() }),
  failed,
]);

export const credentialRoutes = ({ checkJwks, testUpstreamJwt }: RecordPorts): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/mcp/jwks/test',
    summary: 'Check a JWKS document, without network access',
    body: jwksTest,
    maxBody: 1024 * 1024,
    response: jwksResult,
    problems: invalidField,
    handle: ({ body }) => ({ body: jwksResult.parse(checkJwks(body.jwksJson)) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/mcp/upstream-jwt/test',
    summary: 'Request a token with the OAuth 2.0 client credentials grant, without storing it',
    body: upstreamJwtTest,
    response: jwtResult,
    problems: invalidField,
    async handle({ body }) {
      const attempt = await testUpstreamJwt(body);
      return { body: jwtResult.parse(attempt.ok ? { ok: true, ...attempt.value } : attempt) };
    },
  }),
];
