// Creates pins of accepted tools: canonical text of everything that a model or a client can see of a
// definition, and the digest of this text. Equal digests mean equal definitions.

import { canonicalText } from './canonical-json.js';
import { isObject, type JsonObject, member } from './schema/schema-shape.js';

/** An accepted definition. A pin is plain data that can be stored and compared with `compareTools`. */
export interface ToolPin {
  readonly name: string;
  readonly digest: string;
  /** The definition as JSON text with sorted keys. */
  readonly canonical: string;
}

/** A collision-resistant digest of a text, such as SHA-256 in hexadecimal. */
export type DigestFunction = (text: string) => string;

/** Members of `_meta` that change between messages and that the model does not see. */
const VOLATILE = new Set([
  'progressToken',
  'traceparent',
  'tracestate',
  'baggage',
  'io.modelcontextprotocol/serverInfo',
  'io.modelcontextprotocol/subscriptionId',
]);

/**
 * Creates the pin of a tool as `tools/list` returns it. All members count, including those of later protocol
 * versions. Returns undefined if the value is not a tool definition or is nested too deeply. Such a tool cannot be
 * pinned and should not be used.
 */
export function createToolPin(definition: unknown, digest: DigestFunction): ToolPin | undefined {
  const name = member(definition, 'name');
  if (!isObject(definition) || typeof name !== 'string') return undefined;
  return toPin(name, definition, digest);
}

function toPin(name: string, definition: JsonObject, digest: DigestFunction): ToolPin | undefined {
  const parts: string[] = [];
  for (const key of Object.keys(definition).sort()) {
    const value = key === '_meta' ? withoutVolatile(definition[key]) : definition[key];
    if (value === undefined) continue;
    const text = canonicalText(value, isSchemaKey(key) ? 'schema' : 'value');
    if (text === undefined) return undefined;
    parts.push(`${JSON.stringify(key)}:${text}`);
  }
  const canonical = `{${parts.join(',')}}`;
  return { name, canonical, digest: digest(canonical) };
}

/** Tests whether a member of a tool is a schema. */
export const isSchemaKey = (key: string): boolean => key === 'inputSchema' || key === 'outputSchema';

function withoutVolatile(meta: unknown): unknown {
  if (!isObject(meta)) return meta;
  const kept = Object.entries(meta).filter(([key]) => !VOLATILE.has(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
