// Rejects public keys for which signatures can be forged, and keys that cannot be read. The members of a JWK are only
// text, so their length says nothing: a modulus can begin with zeros, and a point need not be on its curve.

import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

const MIN_MODULUS_BITS = 2048;
const MIN_EXPONENT = 65_537n;
const MEMBERS = { RSA: ['n', 'e'], EC: ['x', 'y'], OKP: ['x'] } as const;

/** Returns why signatures of a key cannot be trusted; undefined for a strong key. */
export function findKeyWeakness(key: Readonly<Record<string, unknown>>): string | undefined {
  const type = key['kty'] as keyof typeof MEMBERS;
  for (const member of MEMBERS[type]) {
    const value = key[member];
    // Node.js ignores other characters, another library may not: it would use another key.
    if (typeof value !== 'string' || !/^[\w-]+$/.test(value))
      return `has a \`${member}\` that is missing or not base64url`;
  }
  let publicKey: KeyObject;
  try {
    publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  } catch {
    return 'is not a valid public key';
  }
  if (type === 'RSA') return findRsaWeakness(publicKey);
  return type === 'OKP' && hasSmallOrder(String(key['x']))
    ? 'is a key that accepts any signature'
    : undefined;
}

function findRsaWeakness(key: KeyObject): string | undefined {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < MIN_MODULUS_BITS) return 'has fewer than 2048 bits';
  // With the exponent 1, each message is its own signature; small exponents have weaknesses as well.
  return publicExponent < MIN_EXPONENT || publicExponent % 2n === 0n
    ? 'has an exponent that is even or less than 65537'
    : undefined;
}

/**
 * True for a point of small order on Ed25519: anyone can create signatures that it accepts. The last bit of an encoded
 * point is only its sign.
 */
function hasSmallOrder(x: string): boolean {
  const point = Buffer.from(x, 'base64url');
  if (point.length !== 32) return true;
  point[31] = (point[31] as number) & 0x7f;
  return SMALL_ORDER.has(point.toString('hex'));
}

/** The points of small order in all their encodings, without the sign. */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);
