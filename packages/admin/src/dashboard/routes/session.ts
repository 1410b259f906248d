// Signing in and out, and fresh links for other commands of the same user.

import * as z from 'zod';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { replyToLinkRequest } from '../access/link-key.js';
import { noCookie, type SignIn, sessionCookie } from '../access/sign-in.js';

/** These check what they are sent themselves; every other route of the API needs a session. */
export const openPaths: Readonly<Record<string, string>> = { '/api/session': 'POST', '/api/links': 'POST' };

export const sessionRoutes = (
  signIn: SignIn,
  createLink: () => string,
  linkKey: string | undefined,
): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/session',
    summary: 'Exchange the token of a link for a session',
    status: 201,
    body: z.strictObject({ token: z.string().max(256), as: z.literal('bearer').optional() }),
    handle({ body: { token, as } }) {
      const entry = signIn.exchange(token);
      if (entry === undefined)
        throw new Problem(
          401,
          'This link was used already or is not valid. Run `clawdefender dashboard` for a new one.',
        );
      // A cookie for a browser, a bearer token for a program that asks for one.
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
    summary: 'Create a fresh link, for another command of the same user',
    body: z.strictObject({ nonce: z.string().max(64), proof: z.string().max(64) }),
    handle({ body }) {
      const reply = linkKey === undefined ? undefined : replyToLinkRequest(linkKey, body, createLink);
      if (reply === undefined) throw new Problem(401, 'The proof is not valid.');
      return { body: reply };
    },
  }),
];
