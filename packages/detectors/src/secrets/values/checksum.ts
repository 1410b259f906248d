// Verifies the checksums in the keys of some vendors, which distinguish real keys from similar strings.

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns the CRC-32 (IEEE) of a text of single-byte characters. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) & 0xff;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns a number in base 62, padded with zeros to `width`. */
export function base62(value: number, width: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text;
  return text.padStart(width, '0');
}

/**
 * Tests whether the last six characters are the CRC-32 of the characters before them, in the notation of GitHub and
 * npm.
 */
export function hasBase62Checksum(token: string, prefix: number): boolean {
  return base62(crc32(token.slice(prefix, -6)), 6) === token.slice(-6);
}
