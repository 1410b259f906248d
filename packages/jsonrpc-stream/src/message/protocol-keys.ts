// The member names that the protocol defines, and names that a tolerant peer may confuse with them.

import { knownMethodParams } from './protocol-methods.js';

/** Members of the message itself. */
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

/** The maximum length of a name that is folded; a longer one never becomes a protocol name. */
const LONGEST = 256;

/**
 * Folds a key like tolerant parsers do: Go and C# ignore case (Go also folds `ſ` and the Kelvin sign), C
 * strings end at NUL, and invisible characters and invalid UTF-8 (here U+FFFD) may be removed.
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

/** Folding is rare and its setup takes time, so it is created on first use. */
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

/** The envelope key that `key` can be confused with, if any. */
export const findImitatedEnvelopeKey = (key: string): string | undefined =>
  disguised(foldedKeys().envelope, key);

/** The `_meta` key that `key` can be confused with, if any. */
export const findImitatedMetaKey = (key: string): string | undefined => disguised(foldedKeys().meta, key);

/** The parameter of `method` that `key` can be confused with, if any. Vendor methods have no known parameters. */
export const findImitatedParam = (method: string, key: string): string | undefined =>
  disguised(foldedKeys().params.get(method), key);

/** Keys that are certainly not confusable, so that ordinary messages need no folding. */
export const knownKeys: ReadonlySet<string> = new Set([
  ...ENVELOPE_KEYS,
  ...META_KEYS,
  ...[...knownMethodParams.values()].flat(),
]);
