// `params._meta.aifw`: what the upstream is told about the caller. A client can write there what it likes, so whatever it wrote is
// taken out of every message, whether anything is put in or not.

import type { Message } from '@claw/jsonrpc-stream';
import { metaOf, replaceMeta } from './message-meta.js';

const NAME = 'aifw';

/** The message without what the client wrote there, and with the identity when there is one. */
export function replaceIdentity(message: Message, identity: object | undefined): Message {
  // Some servers read names without regard to case, or after normalising them.
  const forged = Object.keys(metaOf(message) ?? {}).filter(
    (name) => name.normalize('NFKC').toLowerCase().trim() === NAME,
  );
  if (identity === undefined && forged.length === 0) return message;
  return replaceMeta(message, identity === undefined ? {} : { [NAME]: identity }, forged);
}
