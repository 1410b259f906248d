// The headers of the stateless era repeat what the body says, for routers that read no bodies. Where the two differ,
// somebody would act on a call that nobody judged: such a request is refused. Decisions are made from the body alone.

import type { Incoming, Message } from '@claw/jsonrpc-stream';
import { type HeaderList, valuesOf, withHeaders } from './headers.js';

/** The first revision without sessions. Revisions are dates and compare as text. */
const STATELESS = '2026-07-28';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

type Members = Readonly<Record<string, unknown>>;

const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

const paramsOf = (message: Message): Members => asMembers(asMembers(message.value)['params']);

/** False when the text cannot hold this key, so that a long message need not become objects. Escapes may hide one. */
function mayName(json: Uint8Array, key: string): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  return bytes.includes(key) || bytes.includes('\\');
}

/** The revision that the body itself names. */
export function statedVersion(message: Message): unknown {
  if (message.kind === 'response' || !mayName(message.bytes, VERSION_KEY)) return undefined;
  return asMembers(paramsOf(message)['_meta'])[VERSION_KEY];
}

const isStatelessVersion = (version: unknown): boolean => typeof version === 'string' && version >= STATELESS;

/**
 * True for a request of the stateless era: then a client that hangs up has cancelled it. A header alone does not make it
 * one: what it says is not what the server acts on.
 */
export const isStateless = (incoming: Incoming): boolean =>
  incoming.kind !== 'refused' && incoming.kind !== 'batch' && isStatelessVersion(statedVersion(incoming));

/** True for the request that takes the place of a listening stream in the stateless era: its answer does not end. */
export const isListening = (incoming: Incoming): boolean =>
  incoming.kind === 'request' && incoming.method === 'subscriptions/listen';

/** Which parameter the name header repeats. */
export function nameOf(message: Message): unknown {
  const params = paramsOf(message);
  switch (message.method) {
    case 'tools/call':
    case 'prompts/get':
      return params['name'];
    case 'resources/read':
      return params['uri'];
    case 'tasks/get':
    case 'tasks/update':
    case 'tasks/cancel':
    case 'tasks/result':
      return params['taskId'];
    default:
      return undefined;
  }
}

/** The id of the request that a notification cancels. */
export const cancelledRequest = (message: Message): string | number | undefined =>
  asId(paramsOf(message)['requestId']);

const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';

const asId = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** The token that a request wants its progress reported under, or that a report names. */
export const progressTokenOf = (message: Message): string | number | undefined =>
  asId(
    message.kind === 'request'
      ? asMembers(paramsOf(message)['_meta'])['progressToken']
      : paramsOf(message)['progressToken'],
  );

/** The request whose subscription a notification belongs to. */
export const subscriptionOf = (message: Message): string | number | undefined =>
  asId(asMembers(paramsOf(message)['_meta'])[SUBSCRIPTION_KEY]);

/** Both markers make a wrapped value; with one of them it is plain text. */
const MARKED = /^=\?base64\?.*\?=$/s;
const WRAPPED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** The text of a header; undefined when it claims to be wrapped and is not. */
export function unwrapHeader(value: string): string | undefined {
  if (!MARKED.test(value)) return value;
  const encoded = WRAPPED.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString();
  const isWhole = bytes.toString('base64') === encoded && Buffer.from(text).equals(bytes);
  return isWhole ? text : undefined;
}

/** A text as the value of a header: as it is where that is safe, else wrapped. */
export function wrapHeader(text: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

const IGNORED = Symbol('nothing to compare with');

/** In which header a request contradicts its body; undefined when it does not. */
export function disagreement(headers: HeaderList, incoming: Incoming): string | undefined {
  if (incoming.kind === 'refused') return undefined;
  const differs = (name: string, said: () => unknown): boolean => {
    const values = valuesOf(headers, name);
    if (values.length === 0) return false;
    const wanted = said();
    return wanted !== IGNORED && (values.length > 1 || unwrapHeader(values[0] as string) !== wanted);
  };
  // There is one header and there are many messages.
  const message = incoming.kind === 'batch' ? undefined : incoming;
  if (differs('mcp-method', () => message?.method)) return 'Mcp-Method';
  if (message === undefined) return undefined;
  // A body that names none is for the server to refuse, which knows whether it needs one.
  if (differs('mcp-protocol-version', () => statedVersion(message) ?? IGNORED)) return 'MCP-Protocol-Version';
  if (differs('mcp-name', () => nameOf(message) ?? IGNORED)) return 'Mcp-Name';
  return undefined;
}

/** The headers for a message that was rewritten, so that they agree with its body again. */
export function agreeingHeaders(headers: HeaderList, before: Message, after: Message): string[] {
  const fields: Record<string, string> = {};
  const name = nameOf(after);
  if (typeof name === 'string' && valuesOf(headers, 'mcp-name').length > 0)
    fields['Mcp-Name'] = wrapHeader(name);
  const [old, now] = [before, after].map((message) => asMembers(paramsOf(message)['arguments'])) as [
    Members,
    Members,
  ];
  for (let i = 0; i < headers.length; i += 2) {
    const header = headers[i] as string;
    if (!header.toLowerCase().startsWith('mcp-param-')) continue;
    // Which argument a header repeats is written in the tool's schema; its value tells as much where it changed.
    const said = unwrapHeader(headers[i + 1] as string);
    const changed = Object.keys(old).find((key) => asText(old[key]) === said && asText(now[key]) !== said);
    const text = changed === undefined ? undefined : asText(now[changed]);
    if (text !== undefined) fields[header] = wrapHeader(text);
  }
  return withHeaders(headers, fields);
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
