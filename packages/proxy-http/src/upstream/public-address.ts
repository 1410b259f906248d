// Distinguishes public addresses from private ones. Used by proxies whose upstream is chosen by other users and must
// not be in the private network of the proxy.

import { BlockList, isIPv4 } from 'node:net';

const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const blocked4 = new BlockList();
for (const [net, prefix] of NOT_PUBLIC) blocked4.addSubnet(net, prefix, 'ipv4');

/** The global unicast range, which is the only allocated one. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

const blocked6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  blocked6.addSubnet(net, prefix, 'ipv6');
}

const MAPPED = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns true for a public IP address (not for host names). */
export function isPublicAddress(address: string): boolean {
  const inner = MAPPED.exec(address)?.[1];
  const plain = (inner ?? address).replace(/%.*$/, '');
  if (isIPv4(plain)) return !blocked4.check(plain, 'ipv4');
  return global6.check(plain, 'ipv6') && !blocked6.check(plain, 'ipv6');
}
