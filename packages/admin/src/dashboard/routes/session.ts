// Routes for signing in and out, and for links that other commands run by the same user request.

import * as z from 'zod';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { noCookie, sessionCookie } from '../access/credentials.js';
import { replyToLinkRequest } from '../access/link-key.js';
import type { SignIn } from '../access/sign-in.js';

/** These routes check their credentials themselves; all other API routes require a session. */
export const openRoutes: ReadonlySet<string> = new Set([
  'GET /api/session',
  'POST /api/session',
  'POST /api/links',
]);

export interface SessionOptions {
  readonly signIn: SignIn;
  readonly createLink: () => string;
  readonly linkKey: string | undefined;
  /**
   * Returns the name of an admin token of the gateway, or undefined if the text is not a valid token. Without a
   * gateway, users can sign in only with links.
   */
  readonly findAdminToken: ((token: string) => Promise<string | undefined>) | undefined;
}

const credentials = z
  .strictObject({
    token: z.string().max(256).optional(),
    adminToken: z.string().max(1024).optional(),
    as: z.literal('bearer').optional(),
  })
  .refine(({ token, adminToken }) => (token === undefined) !== (adminToken === undefined), {
    path: ['token'],
    error: 'or `adminToken` is required, and not both',
  });

export const sessionRoutes = ({
  signIn,
  createLink,
  linkKey,
  findAdminToken,
}: SessionOptions): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/session',
    summary: 'Get the token for signing in',
    handle: () => ({ body: { adminToken: findAdminToken !== undefined } }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/session',
    summary: 'Exchange the token of a link, or an admin token of the gateway, for a session',
    status: 201,
    body: credentials,
    async handle({ body: { token, adminToken, as } }) {
      const entry =
        token !== undefined
          ? signIn.exchange(token)
          : (await findAdminToken?.(adminToken ?? '')) === undefined
            ? undefined
            : signIn.createSession();
      if (entry === undefined)
        throw new Problem(
          401,
          token === undefined
            ? 'This is not an admin token of the gateway.'
            : 'This link has already been used, is older than 15 minutes, or is not valid. Run `clawdefender dashboard` for a new one.',
        );
      // A browser gets a cookie; a program that requests a bearer token gets one.
      if (as === 'bearer') return { body: { bearer: entry.session } };
      return { body: { page: entry.page }, headers: { 'Set-Cookie': sessionCookie(entry.session) } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/session',
    summary: 'Sign out',
    status: 204,
    handle({ actor }) {
      signIn.end(actor);
      return { headers: { 'Set-Cookie': noCookie } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/links',
    summary: 'Create a new link for another command run by the same user',
    body: z.strictObject({ nonce: z.string().max(64), proof: z.string().max(64) }),
    handle({ body }) {
      const reply = linkKey === undefined ? undefined : replyToLinkRequest(linkKey, body, createLink);
      if (reply === undefined) throw new Problem(401, 'The sender does not know the key.');
      return { body: reply };
    },
  }),
];
