// Defines the data categories that policies use, and the category of each finding.

import type { Finding } from './detector.js';

/** The category of a finding of kind `secrets` or `personal`. */
export type DataCategory = 'emails' | 'financial' | 'ips' | 'urls' | 'vendor_keys' | 'pii' | 'tokens';

const PERSONAL: Readonly<Record<string, DataCategory>> = {
  email: 'emails',
  iban: 'financial',
  card: 'financial',
  ipv4: 'ips',
  ipv6: 'ips',
  url: 'urls',
};

/** Secrets that are recognized by their context and not by the format of a vendor. */
const TOKENS = new Set([
  'key-assignment',
  'password-assignment',
  'markup-password',
  'kubernetes-secret',
  'authorization-header',
  'bearer-token',
  'header-flag',
  'user-flag',
  'password-flag',
  'netrc',
  'pgpass',
  'wireless-key',
  'seed-phrase',
  'password-in-url',
  'password-in-connection-string',
  'private-key',
  'putty-key',
  'curve-private-key',
  'jwt',
  'jwt-unreadable',
  'jwt-in-base64',
  'bcrypt-hash',
  'sha-crypt-hash',
  'yescrypt-hash',
  'argon2-hash',
  'kerberos-hash',
]);

/** Returns the category of a finding, or `undefined` for injections and network addresses. */
export function categoryOf({ kind, detector }: Pick<Finding, 'kind' | 'detector'>): DataCategory | undefined {
  if (kind === 'personal') return Object.hasOwn(PERSONAL, detector) ? PERSONAL[detector] : 'pii';
  if (kind === 'secrets') return TOKENS.has(detector) ? 'tokens' : 'vendor_keys';
  return undefined;
}
