// Defines the type of a network address, and a function that creates an address.

import type { NonPublicReason } from './ip-address.js';

/** An address in a text. An ordinary public address has no `reason`. */
export interface NetworkAddress {
  readonly start: number;
  readonly end: number;
  /** A `url` has a scheme. A `host` is a host without a scheme, with or without port and path. */
  readonly form: 'url' | 'host';
  readonly scheme?: string;
  readonly host: string;
  readonly reason?: NonPublicReason;
}

/**
 * Creates an address that has no `undefined` members. The object literals are written out, because spreading members
 * would cost more than finding the address.
 */
export function toNetworkAddress(
  { start, end, form, host }: Pick<NetworkAddress, 'start' | 'end' | 'form' | 'host'>,
  scheme: string | undefined,
  reason: NonPublicReason | undefined,
): NetworkAddress {
  if (scheme === undefined)
    return reason === undefined ? { start, end, form, host } : { start, end, form, host, reason };
  return reason === undefined
    ? { start, end, form, scheme, host }
    : { start, end, form, scheme, host, reason };
}
