// Sets `params._meta.aifw`, which tells the upstream server the identity of the caller. Clients can send this member as
// well, so it is removed from every message even if no identity is added.

import type { Message } from '@claw/jsonrpc-stream';
import { metaOf, replaceMeta } from './message-meta.js';

const NAME = 'aifw';

/** Control and format characters, and all white space. */
const INVISIBLE = /[\p{C}\p{Z}]/gu;

/** Returns the message without the client's member, and with the identity if there is one. */
export function replaceIdentity(message: Message, identity: object | undefined): Message {
  // Some servers ignore case or invisible characters, or normalize names, so similar names are removed as well.
  const forged = Object.keys(metaOf(message) ?? {}).filter(
    (name) => name.normalize('NFKC').replace(INVISIBLE, '').toLowerCase() === NAME,
  );
  if (identity === undefined && forged.length === 0) return message;
  return replaceMeta(message, identity === undefined ? {} : { [NAME]: identity }, forged);
}
