// The member names that the protocol gives a meaning, and names that a lenient peer might take for them.

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

/** No parser folds a longer name into one of ours. */
const LONGEST = 256;

/**
 * What a careless parser may make of a key: Go and C# compare without case (Go also folds `ſ` and the Kelvin
 * sign), C strings end at NUL, and invisible characters are easily stripped.
 */
function foldKey(key: string): string {
  const end = key.indexOf('\0');
  const name = end === -1 ? key : key.slice(0, end);
  if (name.length > LONGEST) return name;
  return name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\p{Cc}\p{Cf}\p{M}\s]/gu, '');
}

type Folded = ReadonlyMap<string, string>;

const folded = (keys: readonly string[]): Folded => new Map(keys.map((key) => [foldKey(key), key]));

/** Folding is rarely needed and takes a while to set up, so that is done when it is. */
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

/** The envelope key that `key` pretends to be, if any. */
export const findImitatedEnvelopeKey = (key: string): string | undefined =>
  disguised(foldedKeys().envelope, key);

/** The `_meta` key that `key` pretends to be, if any. */
export const findImitatedMetaKey = (key: string): string | undefined => disguised(foldedKeys().meta, key);

/** The parameter of `method` that `key` pretends to be, if any. Vendor methods have no known parameters. */
export const findImitatedParam = (method: string, key: string): string | undefined =>
  disguised(foldedKeys().params.get(method), key);

/** Every key that is certainly no disguise, so that the usual message needs no folding. */
export const knownKeys: ReadonlySet<string> = new Set([
  ...ENVELOPE_KEYS,
  ...META_KEYS,
  ...[...knownMethodParams.values()].flat(),
]);
