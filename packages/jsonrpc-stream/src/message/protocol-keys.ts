// The member names that the protocol defines, and names that a tolerant peer may confuse with them.

import { knownMethodParams } from './protocol-methods.js';

/** The members of the message itself. */
const ENVELOPE_KEYS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'] as const;

const META_PREFIX = 'io.modelcontextprotocol/';

const META_KEYS = [
  'progressToken',
  'traceparent',
  'tracestate',
  'baggage',
  ...[
    'protocolVersion',
    'clientInfo',
    'clientCapabilities',
    'serverInfo',
    'logLevel',
    'related-task',
    'subscriptionId',
    'model-immediate-response',
  ].map((name) => META_PREFIX + name),
];

/** The maximum length of a name that is folded. A longer name cannot be confused with a protocol name. */
const LONGEST = 256;

/**
 * Folds a key as tolerant parsers do: Go and C# ignore case (Go also folds `ſ` and the Kelvin sign), C strings end at
 * NUL, and some parsers remove invisible characters and invalid UTF-8 (here U+FFFD).
 */
function foldKey(key: string): string {
  const end = key.indexOf('\0');
  const name = end === -1 ? key : key.slice(0, end);
  if (name.length > LONGEST) return name;
  return name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}\p{M}\s\ufffd]/gu, '');
}

type Folded = ReadonlyMap<string, string>;

const folded = (keys: readonly string[]): Folded => new Map(keys.map((key) => [foldKey(key), key]));

/** Created on first use, because keys rarely have to be folded and creating the tables takes time. */
let tables: { envelope: Folded; meta: Folded; params: ReadonlyMap<string, Folded> } | undefined;

const foldedKeys = () => {
  tables ??= {
    envelope: folded(ENVELOPE_KEYS),
    meta: folded(META_KEYS),
    params: new Map([...knownMethodParams].map(([method, keys]) => [method, folded(keys)])),
  };
  return tables;
};

const disguised = (keys: Folded | undefined, key: string): string | undefined => {
  const meant = keys?.get(foldKey(key));
  return meant === key ? undefined : meant;
};

/** Returns the envelope key with which `key` can be confused, or undefined. */
export const findImitatedEnvelopeKey = (key: string): string | undefined =>
  disguised(foldedKeys().envelope, key);

/** Returns the `_meta` key with which `key` can be confused, or undefined. */
export const findImitatedMetaKey = (key: string): string | undefined => disguised(foldedKeys().meta, key);

/**
 * Returns the parameter of `method` with which `key` can be confused, or undefined. Vendor methods have no known
 * parameters.
 */
export const findImitatedParam = (method: string, key: string): string | undefined =>
  disguised(foldedKeys().params.get(method), key);

/** Keys that cannot be confused with others, so that ordinary messages need no folding. */
export const knownKeys: ReadonlySet<string> = new Set([
  ...ENVELOPE_KEYS,
  ...META_KEYS,
  ...[...knownMethodParams.values()].flat(),
]);
