// What a session is called in the store: the process that asks and, where it asks for many, the client's own session in it.

import { createHash } from 'node:crypto';

/** `own` becomes a digest: whoever knows the id of a session over HTTP can use it. */
export const sessionName = (process: string, own: string | undefined): string =>
  own === undefined ? process : `${process}/${createHash('sha256').update(own).digest('base64url')}`;

/** The process that a session belongs to. */
export const processOfSession = (session: string): string => session.split('/', 1)[0] as string;

/** Whether a session is this one, or one in it. */
export const isWithin = (session: string | undefined, outer: string): boolean =>
  session === outer || session?.startsWith(`${outer}/`) === true;
