// Parses IP addresses and ranges. An IPv4-mapped IPv6 address equals its IPv4 address.

const V4_BITS = 32;
const V6_BITS = 128;

/** A parsed address range. */
export interface AddressRange {
  readonly bits: number;
  readonly base: bigint;
  readonly shift: bigint;
}

/**
 * Parses a range such as `10.0.0.0/8` or `fd00::/8`, or a single address. Returns undefined if the text is
 * neither.
 */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const parsed = parseAddress(address);
  if (parsed === undefined || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))
    return undefined;
  const { bits, value } = parsed;
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return undefined;
  const shift = BigInt(bits - length);
  return { bits, base: value >> shift, shift };
}

/** Tests whether an address is in a range. */
export function isInRange(address: string, { bits, base, shift }: AddressRange): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && parsed.bits === bits && parsed.value >> shift === base;
}

/**
 * Returns the same text for all notations of an address; for IPv6, only the network prefix. Returns undefined if the
 * text is not an address.
 */
export function normalizeAddress(address: string, v6Bits: number): string | undefined {
  const parsed = parseAddress(address);
  if (parsed === undefined) return undefined;
  const { bits, value } = parsed;
  return bits === V4_BITS ? `4 ${value}` : `6 ${value >> BigInt(V6_BITS - v6Bits)}`;
}

function parseAddress(text: string): { readonly bits: number; readonly value: bigint } | undefined {
  const v4 = parseV4(text);
  if (v4 !== undefined) return { bits: V4_BITS, value: v4 };
  const value = parseV6(text.replace(/%.*$/, ''));
  if (value === undefined) return undefined;
  const isMapped = value >> 32n === 0xffffn;
  return isMapped ? { bits: V4_BITS, value: value & 0xffff_ffffn } : { bits: V6_BITS, value };
}

function parseV4(text: string): bigint | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  // Sums of numbers are much faster than those of BigInts.
  return parts.every((part) => part < 256)
    ? BigInt(parts.reduce((sum, part) => sum * 256 + part, 0))
    : undefined;
}

function parseV6(text: string): bigint | undefined {
  const dotted = /^(.*:)([\d.]+)$/.exec(text);
  const tail = dotted === null ? undefined : parseV4(dotted[2] as string);
  if (text.includes('.') && tail === undefined) return undefined;
  const plain =
    tail === undefined
      ? text
      : `${dotted?.[1]}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`;
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], rest = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - rest.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...rest];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}
