// `params._meta.aifw`: what the upstream is told about the caller. A client can write there what it likes, so whatever it wrote is
// taken out of every message, whether anything is put in or not.

import { cutMember, findMember, type Message, parseMessage, putMember } from '@claw/jsonrpc-stream';

const META = ['params', '_meta'] as const;
const NAME = 'aifw';

/** The message without what the client wrote there, and with the identity when there is one. */
export function replaceIdentity(message: Message, identity: object | undefined): Message {
  const forged = forgedNames(message);
  if (identity === undefined && forged.length === 0) return message;
  let text = Buffer.from(message.bytes).toString();
  for (const name of forged) text = cutMember(text, [...META, name]);
  if (identity !== undefined) text = putMember(withMeta(text), [...META, NAME], JSON.stringify(identity));
  const changed = parseMessage(Buffer.from(text), { sender: 'client' });
  if (changed?.kind !== message.kind) throw new TypeError('the identity made a message unreadable');
  return changed as Message;
}

/** Some servers read names without regard to case, or after normalising them. */
function forgedNames(message: Message): readonly string[] {
  const { params } = message.value as { params?: { _meta?: unknown } };
  const meta = params?._meta;
  if (typeof meta !== 'object' || meta === null) return [];
  return Object.keys(meta).filter((name) => name.normalize('NFKC').toLowerCase().trim() === NAME);
}

function withMeta(text: string): string {
  const withParams = findMember(text, ['params']) === undefined ? insertFirst(text, '"params":{},') : text;
  return findMember(withParams, META) === undefined ? putMember(withParams, META, '{}') : withParams;
}

/** The text with a member before the others of the whole message. */
const insertFirst = (text: string, member: string): string => {
  const start = text.indexOf('{') + 1;
  return text.slice(0, start) + member + text.slice(start);
};
