import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.js';

const cases: Readonly<Record<string, boolean>> = {
  '8.8.8.8': true,
  '2606:4700:4700::1111': true,
  '127.0.0.1': false,
  '0.0.0.0': false,
  '10.1.2.3': false,
  '100.64.0.1': false,
  '169.254.169.254': false,
  '172.31.255.255': false,
  '172.32.0.1': true,
  '192.168.0.1': false,
  '224.0.0.1': false,
  '255.255.255.255': false,
  '::1': false,
  '::': false,
  '::ffff:127.0.0.1': false,
  '::ffff:8.8.8.8': true,
  '::ffff:7f00:1': false,
  '64:ff9b::7f00:1': false,
  'fe80::1%eth0': false,
  'fc00::1': false,
  'ff02::1': false,
  '2001:db8::1': false,
  '2002:7f00:1::': false,
};
for (const [address, isPublic] of Object.entries(cases)) {
  test(`${address} is ${isPublic ? '' : 'not '}public`, () =>
    expect(isPublicAddress(address)).toBe(isPublic));
}
