// One host as somebody wrote it → why it is not an ordinary public one. No resolver is asked.

import { classifyName } from './host-names.js';
import { classifyV4, classifyV6, type NonPublicReason, parseV4, parseV6 } from './ip-address.js';

/**
 * Why a host is not an ordinary public one, or `undefined` when nothing speaks against it.
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

/** Four numbers that everybody reads alike. */
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

/** Lower case, letters, digits, dots inside: there is nothing to make plain. */
const isNormalized = (host: string): boolean => /^[a-z0-9-]+(?:\.[a-z0-9-]+){0,12}$/.test(host);

/** Percent-decoded, folded, lower case, without brackets, zone, final dots and soft hyphens. */
function normalizeHost(host: string): string {
  return (
    decode(host)
      .normalize('NFKC')
      // Whoever hands the name to a library written in C hands over what stands before the zero.
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

/** A reading that is public does not excuse another that is not. */
function mostSevere(reasons: readonly (NonPublicReason | undefined)[]): NonPublicReason | undefined {
  return reasons.find((reason) => reason === 'metadata') ?? reasons.find((reason) => reason !== undefined);
}

/** Decodes `%31`; what is no escape stays, so that a zone (`%eth0`, `%25eth0`) can be cut off afterwards. */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
