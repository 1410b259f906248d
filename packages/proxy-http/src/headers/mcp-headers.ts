// Compares the headers of the stateless protocol with the body. That protocol repeats fields of the body in headers,
// for routers that do not parse bodies. A request whose headers and body differ is rejected, because a router could
// act on a call that was not inspected; only the body is inspected.

import { type Incoming, type Message, paramsOf } from '@claw/jsonrpc-stream';
import { type HeaderList, headerValues, withHeaders } from './header-list.js';
import { decodeHeaderValue, encodeHeaderValue } from './header-value.js';
import { type Members, membersOf } from './members.js';

/** The first protocol version without sessions. Versions are dates, so they can be compared as text. */
const FIRST_STATELESS_VERSION = '2026-07-28';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/**
 * Returns false if the text cannot contain this key, so that long messages do not have to be parsed. A key may be
 * spelled with escapes, so any backslash counts.
 */
function mayContainKey(json: Uint8Array, key: Buffer): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  return bytes.includes(BACKSLASH) || bytes.includes(key);
}

const BACKSLASH = 0x5c;
const VERSION_KEY_BYTES = Buffer.from(VERSION_KEY);

/** Returns the protocol version in the body. */
export function protocolVersionOf(message: Message): unknown {
  if (message.kind === 'response' || !mayContainKey(message.bytes, VERSION_KEY_BYTES)) return undefined;
  return membersOf(paramsOf(message)['_meta'])[VERSION_KEY];
}

const isStatelessVersion = (version: unknown): boolean =>
  typeof version === 'string' && version >= FIRST_STATELESS_VERSION;

/**
 * Returns true for a message of the stateless protocol, in which disconnecting cancels the request. Only the body is
 * checked, because the server acts on the body.
 */
export const isStateless = (incoming: Incoming): boolean =>
  incoming.kind !== 'refused' && incoming.kind !== 'batch' && isStatelessVersion(protocolVersionOf(incoming));

/**
 * Returns true for the request that replaces the GET stream in the stateless protocol. Its response is an endless
 * event stream.
 */
export const isSubscription = (incoming: Incoming): boolean =>
  incoming.kind === 'request' && incoming.method === 'subscriptions/listen';

/** Returns the parameter that the `Mcp-Name` header repeats. */
export function mcpNameOf(message: Message): unknown {
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

/** Returns the id of the request that a notification cancels. */
export const cancelledRequestId = (message: Message): string | number | undefined =>
  asId(paramsOf(message)['requestId']);

const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';

const asId = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** Returns the progress token of a request or of a progress notification. */
export const progressTokenOf = (message: Message): string | number | undefined =>
  asId(
    message.kind === 'request'
      ? membersOf(paramsOf(message)['_meta'])['progressToken']
      : paramsOf(message)['progressToken'],
  );

/** Returns the id of the subscription request to which a notification belongs. */
export const subscriptionIdOf = (message: Message): string | number | undefined =>
  asId(membersOf(paramsOf(message)['_meta'])[SUBSCRIPTION_KEY]);

const NOT_COMPARED = Symbol('nothing to compare with');

/** Returns the header that does not match the body, or undefined if all match. */
export function findHeaderMismatch(headers: HeaderList, incoming: Incoming): string | undefined {
  if (incoming.kind === 'refused') return undefined;
  const differs = (name: string, inBody: () => unknown): boolean => {
    const values = headerValues(headers, name);
    if (values.length === 0) return false;
    const expected = inBody();
    return (
      expected !== NOT_COMPARED && (values.length > 1 || decodeHeaderValue(values[0] as string) !== expected)
    );
  };
  // One header cannot describe several messages.
  const message = incoming.kind === 'batch' ? undefined : incoming;
  if (differs('mcp-method', () => message?.method)) return 'Mcp-Method';
  if (message === undefined) return undefined;
  // A body without a version is forwarded to the server, which decides whether it needs one.
  if (differs('mcp-protocol-version', () => protocolVersionOf(message) ?? NOT_COMPARED))
    return 'MCP-Protocol-Version';
  if (differs('mcp-name', () => mcpNameOf(message) ?? NOT_COMPARED)) return 'Mcp-Name';
  return undefined;
}

/** Updates the headers so that they match a rewritten message. */
export function updateMcpHeaders(headers: HeaderList, before: Message, after: Message): string[] {
  const fields: Record<string, string> = {};
  const name = mcpNameOf(after);
  if (typeof name === 'string' && headerValues(headers, 'mcp-name').length > 0)
    fields['Mcp-Name'] = encodeHeaderValue(name);
  const [old, now] = [before, after].map((message) => membersOf(paramsOf(message)['arguments'])) as [
    Members,
    Members,
  ];
  for (let i = 0; i < headers.length; i += 2) {
    const header = headers[i] as string;
    if (!header.toLowerCase().startsWith('mcp-param-')) continue;
    // The schema of the tool may be unknown here, so the argument is found by its old value.
    const actual = decodeHeaderValue(headers[i + 1] as string);
    const changed = Object.keys(old).find(
      (key) => asText(old[key]) === actual && asText(now[key]) !== actual,
    );
    const text = changed === undefined ? undefined : asText(now[changed]);
    if (text !== undefined) fields[header] = encodeHeaderValue(text);
  }
  return withHeaders(headers, fields);
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
