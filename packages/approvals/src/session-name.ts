// The names of sessions in the store. A name consists of the process and, if the process serves several clients, the
// client's own session.

import { createHash } from 'node:crypto';

/**
 * Returns the name of a session. `own` is stored as a digest, because a session id over HTTP gives access to the
 * session.
 */
export const sessionName = (process: string, own: string | undefined): string =>
  own === undefined ? process : `${process}/${createHash('sha256').update(own).digest('base64url')}`;

/** Returns the process of a session. */
export const processOfSession = (session: string): string => session.split('/', 1)[0] as string;

/** Returns true if a session is `outer` or belongs to it. */
export const isWithin = (session: string | undefined, outer: string): boolean =>
  session === outer || session?.startsWith(`${outer}/`) === true;
