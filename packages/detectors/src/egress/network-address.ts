// What a destination is, and the one way to write one down.

import type { NonPublicReason } from './ip-address.js';

/** One place a text names. `reason` is absent for an ordinary public one. */
export interface NetworkAddress {
  readonly start: number;
  readonly end: number;
  /** `url` has a scheme; `host` is a bare host, with or without port and path. */
  readonly form: 'url' | 'host';
  readonly scheme?: string;
  readonly host: string;
  readonly reason?: NonPublicReason;
}

/** A destination without the members that are not known. Written out: copying members costs more than finding the place. */
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
