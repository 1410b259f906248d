// The names of sessions in the store: the process and, if it serves several clients, the client's own session in
// it.

import { createHash } from 'node:crypto';

/** `own` is stored as a digest, because a session id over HTTP gives access to the session. */
export const sessionName = (process: string, own: string | undefined): string =>
  own === undefined ? process : `${process}/${createHash('sha256').update(own).digest('base64url')}`;

/** The process of a session. */
export const processOfSession = (session: string): string => session.split('/', 1)[0] as string;

/** True if a session is this one, or is inside it. */
export const isWithin = (session: string | undefined, outer: string): boolean =>
  session === outer || session?.startsWith(`${outer}/`) === true;
