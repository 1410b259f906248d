// Parses IP addresses in every notation that a resolver accepts, and classifies them by range.

/** The reason why an address is not an ordinary public address. */
export type NonPublicReason =
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'shared'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'reserved'
  | 'internal-name'
  | 'rebinding-name'
  | 'scheme';

/**
 * The ranges: first address, prefix length and reason. The first matching row applies, so exceptions precede their
 * range.
 */
const V4_RANGES: readonly (readonly [base: string, bits: number, reason: NonPublicReason])[] = [
  ['169.254.169.254', 32, 'metadata'], // used by most clouds
  ['169.254.170.2', 32, 'metadata'], // container credentials
  ['169.254.170.23', 32, 'metadata'], // pod credentials
  ['169.254.0.23', 32, 'metadata'],
  ['169.254.10.10', 32, 'metadata'],
  ['169.254.20.20', 32, 'metadata'],
  ['169.254.169.0', 24, 'metadata'], // name servers, time servers and identity services of several clouds
  ['192.0.0.192', 32, 'metadata'], // a public address that Oracle Cloud uses internally
  ['169.254.170.0', 24, 'metadata'],
  ['169.254.42.42', 32, 'metadata'],
  ['100.100.100.200', 32, 'metadata'],
  ['168.63.129.16', 32, 'metadata'], // a public address that Azure uses internally
  ['0.0.0.0', 32, 'unspecified'],
  ['0.0.0.0', 8, 'reserved'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'], // all protocol assignments
  ['192.0.2.0', 24, 'reserved'],
  ['192.31.196.0', 24, 'reserved'], // AS112
  ['192.52.193.0', 24, 'reserved'], // AMT
  ['192.88.99.0', 24, 'reserved'], // 6to4 relays, deprecated
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'reserved'], // AS112
  ['198.18.0.0', 15, 'reserved'],
  ['198.51.100.0', 24, 'reserved'],
  ['203.0.113.0', 24, 'reserved'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

const V4_TABLE = V4_RANGES.map(([base, bits, reason]) => ({
  base: quad(base),
  mask: (-1 << (32 - bits)) >>> 0,
  reason,
}));

/** Returns the class of an IPv4 address, which is a 32-bit number, or `undefined` for a public address. */
export function classifyV4(address: number): NonPublicReason | undefined {
  for (const { base, mask, reason } of V4_TABLE) if ((address & mask) >>> 0 === base) return reason;
  return undefined;
}

/**
 * Returns all interpretations of a numeric host: one to four parts in decimal, octal or hexadecimal, where the last
 * part fills the rest. A leading zero means octal or decimal, depending on the parser, so both results are returned.
 * Parsers reject or wrap numbers that are too large, so the wrapped result is returned as well.
 */
export function parseV4(host: string): readonly number[] {
  const parts = host.split('.');
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[0-9a-f]*|[0-9]+)$/i.test(part))) return [];
  const written = parts.map(partAsWritten);
  const readings = [assemble(written), assemble(parts.map(partAsDecimal)), wrapped(written)];
  return readings.filter((value) => value !== undefined);
}

/** Returns the eight groups of an IPv6 address without brackets and zone, or `undefined`. */
export function parseV6(host: string): readonly number[] | undefined {
  const groups: number[] = [];
  let gap = -1;
  let at = 0;
  if (host.startsWith('::')) {
    gap = 0;
    at = 2;
  }
  while (at < host.length) {
    const end = groupEnd(host, at);
    if (host[end] === '.') {
      const quad = parseQuad(host.slice(at));
      if (quad === undefined) return undefined;
      groups.push(quad >>> 16, quad & 0xffff);
      break;
    }
    if (end === at || end - at > 4 || groups.length > 7) return undefined;
    groups.push(Number.parseInt(host.slice(at, end), 16));
    if (end === host.length) break;
    if (host[end] !== ':' || end + 1 === host.length) return undefined;
    at = end + 1;
    if (host[at] !== ':') continue;
    if (gap >= 0) return undefined;
    gap = groups.length;
    at += 1;
  }
  if (gap < 0) return groups.length === 8 ? groups : undefined;
  if (groups.length > 7) return undefined;
  return [...groups.slice(0, gap), ...new Array<number>(8 - groups.length).fill(0), ...groups.slice(gap)];
}

/** Returns the position after the hexadecimal digits. */
function groupEnd(host: string, from: number): number {
  let end = from;
  for (; end < host.length; end += 1) {
    const unit = host.charCodeAt(end);
    if (!((unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 102))) break;
  }
  return end;
}

function parseQuad(text: string): number | undefined {
  return /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/.test(text) ? assemble(text.split('.').map(Number)) : undefined;
}

/** Returns the class of an IPv6 address. If the address contains an IPv4 address, the class of the IPv4 address. */
export function classifyV6(address: readonly number[]): NonPublicReason | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = address;
  const low = ((g << 16) | h) >>> 0;
  // Only addresses with one of these prefixes are expanded. All of them are local addresses.
  if (
    ((a & 0xfe00) === 0xfc00 || a === 0xfe80) &&
    METADATA_V6.has(address.map((group) => group.toString(16)).join(':'))
  )
    return 'metadata';
  if ((a | b | c | d | e) === 0 && f === 0xffff) return classifyV4(low);
  if ((a | b | c | d) === 0 && e === 0xffff && f === 0) return classifyV4(low);
  if ((a | b | c | d | e | f) === 0) {
    if (low < 2) return low === 0 ? 'unspecified' : 'loopback';
    return classifyV4(low) ?? 'reserved';
  }
  if (a === 0x64 && b === 0xff9b) return (c | d | e | f) === 0 ? classifyV4(low) : 'private';
  if (a === 0x2002) return classifyV4(((b << 16) | c) >>> 0);
  if (a === 0x2001 && b === 0) return classifyV4(~low >>> 0) ?? 'reserved';
  if ((e & 0xfdff) === 0 && f === 0x5efe) return classifyV4(low) ?? classifyPrefix(a, b);
  return classifyPrefix(a, b);
}

function classifyPrefix(a: number, b: number): NonPublicReason | undefined {
  if ((a & 0xfe00) === 0xfc00 || (a & 0xffc0) === 0xfec0) return 'private';
  if ((a & 0xffc0) === 0xfe80) return 'link-local';
  if ((a & 0xff00) === 0xff00) return 'multicast';
  if ((a & 0xe000) !== 0x2000) return 'reserved';
  if (a === 0x2001 && (b === 0xdb8 || (b & 0xfe00) === 0)) return 'reserved';
  if (a === 0x2620 && b === 0x4f) return 'reserved'; // AS112
  return a === 0x3fff && (b & 0xf000) === 0 ? 'reserved' : undefined;
}

const METADATA_V6 = new Set([
  'fd00:ec2:0:0:0:0:0:254',
  'fd00:ec2:0:0:0:0:0:23',
  'fd20:ce:0:0:0:0:0:254',
  'fd00:42:0:0:0:0:0:42',
  'fd00:c1:0:0:0:0:a9fe:a9fe',
  'fe80:0:0:0:0:0:a9fe:a9fe',
]);

function partAsWritten(part: string): number {
  if (/^0x/i.test(part)) return part.length === 2 ? 0 : Number.parseInt(part.slice(2), 16);
  return part.length > 1 && part.startsWith('0') ? octal(part) : Number.parseInt(part, 10);
}

function partAsDecimal(part: string): number {
  return /^0x/i.test(part) ? partAsWritten(part) : Number.parseInt(part, 10);
}

function octal(part: string): number {
  return /^[0-7]+$/.test(part) ? Number.parseInt(part, 8) : Number.NaN;
}

function assemble(parts: readonly number[]): number | undefined {
  const last = parts.at(-1) ?? Number.NaN;
  const leading = parts.slice(0, -1);
  if (leading.some((part) => !(part <= 255)) || !(last < 256 ** (5 - parts.length))) return undefined;
  return leading.reduce((sum, part, index) => sum + part * 256 ** (3 - index), last);
}

/** Returns the low bits of numbers that are too large: `425.510.425.510`, `7147006462`. */
function wrapped(parts: readonly number[]): number | undefined {
  if (parts.length === 4) return assemble(parts.map((part) => part % 256));
  return parts.length === 1 ? assemble(parts.map((part) => part % 2 ** 32)) : undefined;
}

function quad(text: string): number {
  return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
