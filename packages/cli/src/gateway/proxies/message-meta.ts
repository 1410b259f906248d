// Writes members of `params._meta` in a message and preserves all other bytes.

import { cutMember, findMember, type Message, parseMessage, putMember } from '@claw/jsonrpc-stream';

const META = ['params', '_meta'] as const;

/** Returns the `_meta` of a message if it is an object. */
export function metaOf(message: Message): Readonly<Record<string, unknown>> | undefined {
  const { params } = message.value as { params?: { _meta?: unknown } };
  const meta = params?._meta;
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : undefined;
}

/**
 * Returns the message without the members in `without` and with those in `members`, which replace members with the
 * same names.
 */
export function replaceMeta(
  message: Message,
  members: Readonly<Record<string, unknown>>,
  without: readonly string[],
): Message {
  let text = Buffer.from(message.bytes).toString();
  for (const name of without) text = cutMember(text, [...META, name]);
  for (const [name, value] of Object.entries(members))
    text = putMember(withMeta(text), [...META, name], JSON.stringify(value));
  const changed = parseMessage(Buffer.from(text), { sender: 'client' });
  if (changed?.kind !== message.kind) throw new TypeError('new members made a message unreadable');
  return changed as Message;
}

function withMeta(text: string): string {
  const withParams = findMember(text, ['params']) === undefined ? insertFirst(text, '"params":{},') : text;
  return findMember(withParams, META) === undefined ? putMember(withParams, META, '{}') : withParams;
}

/** Returns the text of an object with an additional first member. */
const insertFirst = (text: string, member: string): string => {
  const start = text.indexOf('{') + 1;
  return text.slice(0, start) + member + text.slice(start);
};
