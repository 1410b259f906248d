// Checks the public keys for verifying JWTs before they are stored in a proxy: the document must not contain secret or
// weak keys. Opens no connections.

import { isRecord } from '../is-record.js';
import { findKeyWeakness } from './key-strength.js';

/** A key with the fields that the API returns. */
export interface JwksKey {
  readonly kid: string | undefined;
  readonly kty: string;
  readonly alg: string | undefined;
}

export type JwksCheck =
  | {
      readonly ok: true;
      readonly keys: readonly JwksKey[];
      readonly jwks: { readonly keys: readonly Record<string, unknown>[] };
    }
  | { readonly ok: false; readonly problem: string };

const MAX_KEYS = 100;
const MAX_TEXT = 256 * 1024;

/** Checks a JWKS document. Encryption keys are ignored, as RFC 7517 requires. */
export function checkJwks(text: string): JwksCheck {
  if (text.length > MAX_TEXT) return invalid('the document is larger than 256 KiB');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return invalid(`not valid JSON: ${(error as Error).message}`);
  }
  const keys = isRecord(document) ? document['keys'] : undefined;
  if (!Array.isArray(keys)) return invalid('the document has no array `keys`');
  if (keys.length > MAX_KEYS) return invalid(`the document has more than ${MAX_KEYS} keys`);
  const usable: Record<string, unknown>[] = [];
  for (const [index, key] of keys.entries()) {
    if (!isRecord(key)) return invalid(`\`keys[${index}]\` is not an object`);
    const problem = checkKey(key);
    if (problem !== undefined) return invalid(`\`keys[${index}]\` ${problem}`);
    if (key['use'] !== 'enc') usable.push(key);
  }
  if (usable.length === 0) return invalid('the document has no key for signatures');
  const ids = usable.map(({ kid }) => kid).filter((kid) => kid !== undefined);
  const repeated = ids.find((kid, index) => ids.indexOf(kid) !== index);
  if (repeated !== undefined) return invalid(`the key id \`${String(repeated)}\` is used twice`);
  return { ok: true, keys: usable.map(describeKey), jwks: { keys: usable } };
}

const invalid = (problem: string): JwksCheck => ({ ok: false, problem });

function checkKey(key: Record<string, unknown>): string | undefined {
  const { kty, crv } = key;
  for (const member of ['kid', 'alg', 'use'] as const) {
    if (key[member] !== undefined && typeof key[member] !== 'string')
      return `has a \`${member}\` that is not text`;
  }
  if (kty === 'oct' || key['k'] !== undefined)
    return 'is a symmetric key, which can forge signatures as well as verify them';
  if (['d', 'p', 'q', 'dp', 'dq', 'qi'].some((member) => key[member] !== undefined))
    return 'contains a private key; publish the public part only';
  if (kty === undefined) return 'has no `kty`';
  const curves = typeof kty === 'string' && Object.hasOwn(CURVES, kty) ? CURVES[kty] : undefined;
  if (curves === undefined) return `has the unsupported type \`${String(kty).slice(0, 20)}\``;
  if (curves.length > 0 && !curves.includes(crv as string)) return 'uses an unsupported curve';
  return findKeyWeakness(key);
}

/** The accepted curves of each key type. */
const CURVES: Readonly<Record<string, readonly string[]>> = {
  RSA: [],
  EC: ['P-256', 'P-384', 'P-521'],
  OKP: ['Ed25519'],
};

const describeKey = (key: Record<string, unknown>): JwksKey => ({
  kid: key['kid'] as string | undefined,
  kty: key['kty'] as string,
  alg: key['alg'] as string | undefined,
});
