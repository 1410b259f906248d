// Recognizes digests of commits, lock files and package lists, which have the form of keys or contain a short vendor
// prefix by coincidence.

const BEFORE =
  /(?:sha(?:1|224|256|384|512)|md5|blake2b|h1|integrity|checksum|digest)["']?[=:-]\s?["']?([A-Za-z0-9+/_-]{0,84}[+/_-])$/i;
/** The lengths of digests of 128 to 512 bits in base64, with and without padding. */
const LENGTHS = new Set([22, 24, 27, 28, 38, 40, 43, 44, 64, 86, 88]);

/** Tests whether this position is inside a digest. Digests have only a few different lengths. */
export function isInDigest(text: string, index: number): boolean {
  const before = BEFORE.exec(text.slice(Math.max(0, index - 110), index))?.[1];
  if (before === undefined) return false;
  const [rest = ''] = /^[A-Za-z0-9+/_=-]{0,90}/.exec(text.slice(index, index + 90)) ?? [];
  return LENGTHS.has(before.length + rest.length);
}

const HEX_DIGEST = /^(?:[a-f0-9]{32}|[a-f0-9]{40}|[a-f0-9]{64})$/i;
const DIGEST_NAME =
  /(?:(?:commit|hash|digest|checksum|md5|fingerprint|integrity|revision|e_?tag)(?:_?id)?|(?<![a-z])(?:sha-?(?:1|224|256|384|512)?|rev|ref|oid|head|tree|blob|parent))$/i;
/** Matches `commitSha` and `baseRef`. The pattern is case-sensitive, because ordinary words also end with `sha`. */
const CAMEL_DIGEST_NAME = /[a-z0-9](?:Sha(?:1|256|512)?|Rev|Ref|Oid|Head|Tree|Blob|Parent)$/;
const CREDENTIAL_WORD = /key|token|secret|auth|pass|pwd|cred/i;

/**
 * Tests whether the value has the length of a digest and the name ends like the name of a digest: `heroku_commit =
 * "…"`.
 */
export const isNamedDigest = (name: string, value: string): boolean =>
  HEX_DIGEST.test(value) && (DIGEST_NAME.test(name) || CAMEL_DIGEST_NAME.test(name));

/** Tests for the digits of a digest next to a name without a word for credentials: `particle: "…"`. */
export const isUnnamedDigest = (name: string, value: string): boolean =>
  HEX_DIGEST.test(value) && !CREDENTIAL_WORD.test(name);
