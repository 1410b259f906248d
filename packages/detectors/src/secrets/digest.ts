// Digests of lock files and package lists, inside which a short vendor prefix may occur by chance.

const BEFORE =
  /(?:sha(?:1|224|256|384|512)|md5|blake2b|h1|integrity|checksum|digest)["']?[=:-]\s?["']?([A-Za-z0-9+/_-]{0,84}[+/_-])$/i;
/** Characters of digests of 128 to 512 bits in base64, with and without padding. */
const LENGTHS = new Set([22, 24, 27, 28, 38, 40, 43, 44, 64, 86, 88]);

/** True if this position is inside of a digest, which has one of few lengths. */
export function isInDigest(text: string, index: number): boolean {
  const before = BEFORE.exec(text.slice(Math.max(0, index - 110), index))?.[1];
  if (before === undefined) return false;
  const [rest = ''] = /^[A-Za-z0-9+/_=-]{0,90}/.exec(text.slice(index, index + 90)) ?? [];
  return LENGTHS.has(before.length + rest.length);
}
