// `mcp_resource`: serves resources in place of the server. They appear in the lists of the server, and reading one
// does not reach the server.

import {
  createResponse,
  ErrorCode,
  findArrayElements,
  findValues,
  isRecord,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import type { Guard } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import { isHandshake } from '../connection/handshake.js';
import type { StoredResource } from '../ports.js';
import { MessageTexts } from '../text/message-texts.js';
import type { Replacement, Reply, Verdict } from '../types.js';
import type { RuleParts, RuleType } from './rule.js';

/** Responds to requests that name the resource. */
export const resourceReads: RuleType = {
  type: 'mcp_resource',
  phase: 'answer',
  create(guard, { name }, parts) {
    const find = finderOf(guard, parts);
    const details = { kind: 'answer', rule: name, reason: 'returned a stored resource' } as const;
    return {
      name: 'guard',
      request({ method, params, direction, message }) {
        if (direction !== 'client-to-server' || message.kind !== 'request' || !ABOUT_ONE.has(method))
          return undefined;
        return whenReady(find(), (resource): Verdict | undefined => {
          if (resource === undefined || params['uri'] !== resource.uri) return undefined;
          // The resource does not change while the rule exists, so subscriptions get no notifications.
          if (method !== 'resources/read') return { ...details, result: complete(params, {}) };
          const { uri, mimeType, content } = resource;
          const contents = [{ uri, ...(mimeType !== undefined && { mimeType }), text: content }];
          return { ...details, result: complete(params, { contents }, true) };
        });
      },
    };
  },
};

const ABOUT_ONE: ReadonlySet<string> = new Set([
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** Adds the resource to the lists of the server. */
export const resourceLists: RuleType = {
  type: 'mcp_resource',
  phase: 'reply',
  create(guard, { name }, parts) {
    const find = finderOf(guard, parts);
    const details = { kind: 'rewrite', rule: name, reason: 'added a stored resource' } as const;
    return {
      name: 'guard',
      reply(reply, _context, soFar) {
        if (!('request' in reply) || reply.direction !== 'server-to-client') return undefined;
        const method = reply.request?.method;
        if (method === undefined || !(isHandshake(method) || LISTS.has(method))) return undefined;
        return whenReady(find(), (resource): Verdict | undefined => {
          if (resource === undefined) return undefined;
          if (reply.message.failed) {
            const instead = answerFor(reply, resource);
            return instead && { ...details, replacements: [], rewritten: instead };
          }
          const replacements =
            method === 'resources/list'
              ? addToList(reply, resource, soFar())
              : isHandshake(method)
                ? addCapability(reply, soFar())
                : [];
          return replacements.length === 0 ? undefined : { ...details, replacements };
        });
      },
    };
  },
};

const LISTS: ReadonlySet<string> = new Set(['resources/list', 'resources/templates/list']);

type Finder = () => ReturnType<NonNullable<RuleParts['resources']>['get']>;

function finderOf(guard: Guard, { resources }: RuleParts): Finder {
  const { resource_id: id, uri, name = uri, mimeType, content } = guard;
  if (id === undefined) {
    const resource: StoredResource = {
      uri: String(uri),
      name: String(name),
      ...(mimeType !== undefined && { mimeType: String(mimeType) }),
      content: String(content),
    };
    return () => resource;
  }
  if (resources === undefined) throw new Error(NO_STORE);
  return () => resources.get(String(id));
}

const NO_STORE =
  '`resource_id` names a stored resource, which only a gateway has; write `uri` with `content` or `file`';

/** Formats the resource as a list element. */
const entryOf = ({ uri, name, mimeType }: StoredResource): string =>
  JSON.stringify({ uri, name, ...(mimeType !== undefined && { mimeType }) });

/**
 * Creates a list for a server without resources, which does not support these methods. The list contains only stored
 * resources.
 */
function answerFor(reply: Reply, resource: StoredResource): Reply | undefined {
  const { request, message } = reply;
  const { error } = message.value as { error?: { code?: unknown } };
  if (error?.code !== ErrorCode.methodNotFound || message.id === undefined || request === undefined)
    return undefined;
  if (request.params['cursor'] !== undefined) return undefined;
  const result =
    request.method === 'resources/list'
      ? { resources: [JSON.parse(entryOf(resource)) as unknown] }
      : { resourceTemplates: [] };
  const answer: ResponseMessage = createResponse(message.id, complete(request.params, result, true));
  return { ...reply, message: answer, texts: new MessageTexts(answer) };
}

/** Inserts the resource into the first page, and replaces a resource with the same URI on any page. */
function addToList(
  { message, request }: Reply,
  resource: StoredResource,
  soFar: readonly Replacement[],
): readonly Replacement[] {
  const { result } = message.value as { result?: unknown };
  const list = isRecord(result) ? result['resources'] : undefined;
  const [place, ...others] = findValues(message.bytes, ['result', 'resources']);
  // Clients read a repeated list in different ways.
  if (!Array.isArray(list) || place === undefined || others.length > 0) return [];
  const elements = findArrayElements(message.bytes, ['result', 'resources']);
  const entry = entryOf(resource);
  const replaced = list.flatMap((one: unknown, index) => {
    const element = elements[index];
    return isRecord(one) && one['uri'] === resource.uri && element !== undefined
      ? [inPlaceOf(element.start, element.end, entry)]
      : [];
  });
  if (replaced.length > 0 || request?.params['cursor'] !== undefined) return replaced;
  return [insertFirst(place.start + 1, list.length === 0, entry, soFar)];
}

function addCapability({ message }: Reply, soFar: readonly Replacement[]): readonly Replacement[] {
  const { result } = message.value as { result?: unknown };
  const capabilities = isRecord(result) ? result['capabilities'] : undefined;
  const [place, ...others] = findValues(message.bytes, ['result', 'capabilities']);
  if (!isRecord(capabilities) || place === undefined || others.length > 0) return [];
  const at = place.start + 1;
  if (Object.hasOwn(capabilities, 'resources') || soFar.some(isAt(at))) return [];
  return [insertFirst(at, Object.keys(capabilities).length === 0, '"resources":{}', [])];
}

/**
 * Inserts text for a list element. If two rules insert at the same position, the text of the first rule comes first.
 */
function insertFirst(at: number, isEmpty: boolean, text: string, soFar: readonly Replacement[]): Replacement {
  const isFirst = !soFar.some(isAt(at));
  return inPlaceOf(at, at, isEmpty ? `${isFirst ? '' : ','}${text}` : `${text},`);
}

const isAt =
  (at: number) =>
  ({ span, isJson }: Replacement): boolean =>
    isJson === true && span.start === at && span.end === at;

const inPlaceOf = (start: number, end: number, text: string): Replacement => ({
  span: { path: [], isKey: false, start, end },
  from: 0,
  to: 0,
  text,
  isJson: true,
});

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Adds the members that newer protocol versions require in a result. */
function complete(
  params: Readonly<Record<string, unknown>>,
  result: Readonly<Record<string, unknown>>,
  isCacheable = false,
): Readonly<Record<string, unknown>> {
  const meta = params['_meta'];
  if (!isRecord(meta) || meta[VERSION] === undefined) return result;
  return { resultType: 'complete', ...result, ...(isCacheable && { ttlMs: 0, cacheScope: 'private' }) };
}
