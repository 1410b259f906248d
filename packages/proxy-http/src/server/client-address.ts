// Determines the address of a client behind load balancers: reads `X-Forwarded-For` from right to left and returns the
// first address that does not belong to a trusted proxy. Clients can send this header as well, so entries further left
// are not used.

import { isIP } from 'node:net';

/** `remote`: the address of the connection. `forwarded`: the value of `X-Forwarded-For`. */
export function clientAddress(
  remote: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = remote;
  if (forwarded === undefined) return address;
  for (const entry of forwarded.split(',').reverse()) {
    if (!isTrusted(address)) break;
    const next = addressIn(entry);
    // The entries before an invalid entry are not reliable.
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** Returns the address in an entry such as `203.0.113.7`, `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : address;
}
