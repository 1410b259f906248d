// Checks the tags of an API key: which calls they permit, and which list elements they make visible.

import type { Scopes } from '@claw/auth';
import { type Message, paramsOf } from '@claw/jsonrpc-stream';

/** Returns the target of a call if the key does not permit it. */
export function findForbidden(message: Message, scopes: Scopes): string | undefined {
  if (message.kind === 'response' || message.method === undefined) return undefined;
  // If a key has no restrictions, invalid requests are forwarded as well, because the server rejects them.
  if (isUnlimited(scopes)) return undefined;
  const { method } = message;
  const params = paramsOf(message);
  const may = permits[method];
  if (may !== undefined) return may(scopes, params) ? undefined : method;
  const isNotification = message.kind === 'notification' && method.startsWith('notifications/');
  if (isNotification || harmless.has(method)) return undefined;
  // Vendor methods may have effects, so a key that is restricted to some tools does not permit them.
  return method;
}

type Params = Readonly<Record<string, unknown>>;
type Permits = (scopes: Scopes, params: Params) => boolean;

const mayRead: Permits = (scopes, { uri }) => typeof uri === 'string' && scopes.mayReadResource(uri);
/**
 * Prompts require access to all tools: tags cannot name prompts, and a prompt may use everything that a server offers.
 */
const mayUsePrompts: Permits = (scopes) => scopes.mayCallTool('*');

const permits: Readonly<Record<string, Permits>> = {
  'tools/call': (scopes, { name }) => typeof name === 'string' && scopes.mayCallTool(name),
  'resources/read': mayRead,
  'resources/subscribe': mayRead,
  'resources/unsubscribe': mayRead,
  'subscriptions/listen': (scopes, params) => subscribedResources(params).every(scopes.mayReadResource),
  'prompts/get': mayUsePrompts,
  'completion/complete': (scopes, { ref }) => {
    const { type, uri } = (ref ?? {}) as Params;
    return type === 'ref/resource' ? mayRead(scopes, { uri }) : mayUsePrompts(scopes, {});
  },
};

/** Methods that every key permits: protocol methods without effects, and lists, because their elements are filtered. */
const harmless = new Set([
  'initialize',
  'server/discover',
  'ping',
  'logging/setLevel',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/update',
  'tasks/cancel',
]);

export const isUnlimited = (scopes: Scopes): boolean =>
  scopes.mayCallTool('*') && scopes.mayReadResource('*');

/** Returns the subscribed URIs. An element that is not a string becomes an empty URI, which is never permitted. */
function subscribedResources({ notifications }: Params): readonly string[] {
  const listed = (notifications as Params | undefined)?.['resourceSubscriptions'];
  if (listed === undefined) return [];
  return Array.isArray(listed) ? listed.map((uri) => (typeof uri === 'string' ? uri : '')) : [''];
}

/** The lists in results, each with a function that determines whether a key may see an element. */
export const filteredLists: Readonly<Record<string, (scopes: Scopes, element: Params) => boolean>> = {
  tools: (scopes, { name }) => typeof name === 'string' && scopes.mayCallTool(name),
  resources: mayRead,
  resourceTemplates: (scopes, { uriTemplate }) =>
    typeof uriTemplate === 'string' && scopes.mayReadResource(uriTemplate),
  prompts: (scopes) => mayUsePrompts(scopes, {}),
};

/** Returns the URI of the resource in a notification. */
export const notifiedResource = (message: Message): string | undefined => {
  if (message.kind !== 'notification' || message.method !== 'notifications/resources/updated')
    return undefined;
  const { uri } = paramsOf(message);
  return typeof uri === 'string' ? uri : '';
};
