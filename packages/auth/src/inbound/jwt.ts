// Verifies the JWTs of callers with the keys of a proxy.

import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { checkJwks } from './jwks.js';

export interface JwtVerifierOptions {
  /** The JWKS document as text. */
  readonly jwksJson: string;
  /** The value that the claim `aud` must have. */
  readonly audience?: string | undefined;
  /** The value that the claim `iss` must have. */
  readonly issuer?: string | undefined;
  /** Returns the milliseconds since 1970. */
  readonly now: () => number;
}

/** A verified caller, or the reason why the token was rejected. The reason contains no part of the token. */
export type JwtVerdict =
  | { readonly ok: true; readonly subject: string; readonly claims: JWTPayload }
  | { readonly ok: false; readonly reason: string };

export type JwtVerifier = (token: string) => Promise<JwtVerdict>;

/**
 * The accepted algorithms are signatures with public keys: `none` needs no key, and HMAC would use the public key as
 * a secret.
 */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The tolerance for differences between the clocks of two machines. */
const CLOCK_TOLERANCE_SECONDS = 5;

const MAX_TOKEN = 16 * 1024;

/**
 * The maximum number of cached tokens. They are cached because a caller sends the same token with every call, and
 * verifying a signature takes a third of the time of a call.
 */
const MAX_VERIFIED = 1000;

/**
 * Creates the verifier for one proxy. Throws if the JWKS cannot be used; `checkJwks` returns the reason beforehand.
 */
export function createJwtVerifier({ jwksJson, audience, issuer, now }: JwtVerifierOptions): JwtVerifier {
  const checked = checkJwks(jwksJson);
  if (!checked.ok) throw new Error(`invalid JWKS: ${checked.problem}`);
  const findKey = createLocalJWKSet(checked.jwks as unknown as JSONWebKeySet);
  // Keys, audience and issuer are fixed, so only the time can change the verdict on a token.
  const verified = new Map<string, Extract<JwtVerdict, { ok: true }>>();
  return async (token) => {
    if (token.length > MAX_TOKEN) return { ok: false, reason: 'the token is too long' };
    const known = verified.get(token);
    if (known !== undefined && isTimely(known.claims, now() / 1000)) return known;
    verified.delete(token);
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
        // A token that does not expire could never be revoked.
        requiredClaims: ['exp', 'sub'],
        ...(audience !== undefined && { audience }),
        ...(issuer !== undefined && { issuer }),
      });
      const { sub } = payload;
      if (typeof sub !== 'string' || sub === '') return { ok: false, reason: 'the token names no subject' };
      const verdict = { ok: true, subject: sub, claims: payload } as const;
      for (const oldest of verified.keys()) {
        if (verified.size < MAX_VERIFIED) break;
        verified.delete(oldest);
      }
      verified.set(token, verdict);
      return verdict;
    } catch (error) {
      return { ok: false, reason: describeFailure(error) };
    }
  };
}

/**
 * Checks the times in the same way as `jwtVerify`, because the token of a cached verdict can expire, and a clock can
 * be set back.
 */
const isTimely = ({ exp = 0, nbf = 0 }: JWTPayload, seconds: number): boolean =>
  exp > Math.floor(seconds) - CLOCK_TOLERANCE_SECONDS && nbf <= Math.floor(seconds) + CLOCK_TOLERANCE_SECONDS;

function describeFailure(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `the token's claim \`${error.claim}\` is not accepted`;
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of this proxy matches the token';
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'several keys match the token; it needs a `kid`';
  if (error instanceof errors.JOSEAlgNotAllowed) return "the token's algorithm is not accepted";
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature is not valid';
  return 'the token is not a valid JWT';
}
