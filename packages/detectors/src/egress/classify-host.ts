// Classifies a host as written, without DNS. The class is the reason why the host is not an ordinary public host.

import { classifyName } from './host-names.js';
import { classifyV4, classifyV6, type NonPublicReason, parseV4, parseV6 } from './ip-address.js';

/**
 * Returns why a host is not an ordinary public host, or `undefined` for an ordinary public host.
 *
 * @example classifyHost('0x7f.1') // 'loopback'
 */
export function classifyHost(host: string): NonPublicReason | undefined {
  if (PLAIN_QUAD.test(host)) return classifyV4(parsePlainQuad(host));
  const plain = isNormalized(host) ? host : normalizeHost(host);
  if (plain === '') return undefined;
  const v6 = plain.includes(':') ? parseV6(plain) : undefined;
  if (v6 !== undefined) return classifyV6(v6);
  const v4 = isDigit(plain.charCodeAt(0)) ? parseV4(plain) : [];
  if (v4.length > 0) return mostSevere(v4.map(classifyV4));
  const { reason, address } = classifyName(plain);
  return reason ?? (address === undefined ? undefined : classifyHost(address));
}

/** Four plain decimal numbers, which all parsers interpret in the same way. */
const PLAIN_QUAD =
  /^(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])(?:\.(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}$/;

function parsePlainQuad(host: string): number {
  let address = 0;
  let part = 0;
  for (let index = 0; index < host.length; index += 1) {
    const unit = host.charCodeAt(index);
    if (unit === 46) {
      address = (address << 8) | part;
      part = 0;
    } else part = part * 10 + unit - 48;
  }
  return ((address << 8) | part) >>> 0;
}

/** Matches lower-case letters, digits and inner dots only. Such a host is already normalized. */
const isNormalized = (host: string): boolean => /^[a-z0-9-]+(?:\.[a-z0-9-]+){0,12}$/.test(host);

/**
 * Normalizes a host: percent-decoded, folded, in lower case, without brackets, zone, trailing dots and soft hyphens.
 */
function normalizeHost(host: string): string {
  return (
    decode(host)
      .normalize('NFKC')
      // C libraries end a name at a NUL character.
      .replace(/\0.*$/s, '')
      .replace(/[。｡．]/g, '.')
      .replace(/[\u00ad\u200b-\u200d\u2060\ufeff\t\r\n]/g, '')
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/%.*$/, '')
      .replace(/\.+$/, '')
  );
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/**
 * Returns the most severe class. If one interpretation of the host is private, the host is private, even if another
 * interpretation is public.
 */
function mostSevere(reasons: readonly (NonPublicReason | undefined)[]): NonPublicReason | undefined {
  return reasons.find((reason) => reason === 'metadata') ?? reasons.find((reason) => reason !== undefined);
}

/** Decodes `%31`. Other percent signs are kept, so that a zone (`%eth0`, `%25eth0`) can be removed afterwards. */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
