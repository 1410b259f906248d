// What the two ends of a connection say of themselves when they meet: for the record, once.

import { isRecord } from '../is-record.js';
import { truncate } from '../text/truncate.js';
import type { Reply, SentRequest, ServerNotification } from '../types.js';

/** One end, as far as it has said anything. */
interface Peer {
  readonly name?: string;
  readonly version?: string;
  /** The names of what it can do; what they mean in detail would fill the record. */
  readonly capabilities: readonly string[];
}

/** Names, versions and capabilities of both ends. Texts of strangers: they may hold anything. */
export interface Handshake {
  readonly protocol?: string;
  readonly client: Peer;
  readonly server: Peer;
}

const HANDSHAKE_METHODS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Whether this is the method by which the ends meet. */
export const isHandshake = (method: string): boolean => HANDSHAKE_METHODS.has(method);

/** Longer texts are no names, and nobody reads more of them. */
const LONGEST = 128;
const MOST = 32;

/** What an answer and its call tell; undefined when the ends do not meet in it. */
export function readHandshake(reply: Reply | ServerNotification): Handshake | undefined {
  const asked: SentRequest | undefined = 'request' in reply ? reply.request : undefined;
  if (asked === undefined || !isHandshake(asked.method)) return undefined;
  const { result } = reply.message.value as { result?: unknown };
  if (!isRecord(result)) return undefined;
  const protocol = textOf(result['protocolVersion']) ?? textOf(asked.params['protocolVersion']);
  return {
    ...(protocol !== undefined && { protocol }),
    client: readPeer(asked.params['clientInfo'], asked.params['capabilities']),
    server: readPeer(result['serverInfo'], result['capabilities']),
  };
}

function readPeer(info: unknown, capabilities: unknown): Peer {
  const said = isRecord(info) ? info : {};
  const [name, version] = [textOf(said['name']), textOf(said['version'])];
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    capabilities: isRecord(capabilities) ? Object.keys(capabilities).slice(0, MOST).map(shorten) : [],
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? shorten(value) : undefined;

function shorten(text: string): string {
  return truncate(text, LONGEST);
}
