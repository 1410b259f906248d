// Parses an entry of `allow_private_upstreams` or `trusted_proxies`: a host, a host with a port, or a range of
// addresses.

import { BlockList, isIP } from 'node:net';

export type AddressRange =
  | { readonly kind: 'host'; readonly host: string; readonly port?: number }
  | { readonly kind: 'range'; readonly address: string; readonly bits: number };

/** Returns the entry; undefined if the text is invalid. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits !== undefined) {
    const family = isIP(address);
    const isRange = rest.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits);
    if (!isRange || Number(bits) > (family === 4 ? 32 : 128)) return undefined;
    return { kind: 'range', address, bits: Number(bits) };
  }
  if (isIP(text) !== 0) return { kind: 'range', address: text, bits: isIP(text) === 4 ? 32 : 128 };
  const [, host, port] =
    /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (host === undefined || Number(port ?? 0) > 65_535) return undefined;
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return { kind: 'host', host: name, ...(port !== undefined && { port: Number(port) }) };
}

/** Creates a function that tests whether an address is in one of the ranges. Entries that are hosts are ignored. */
export function containsAddress(entries: readonly AddressRange[]): (address: string) => boolean {
  const ranges = new BlockList();
  for (const entry of entries)
    if (entry.kind === 'range') ranges.addSubnet(entry.address, entry.bits, familyOf(entry.address));
  return (address) => ranges.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
