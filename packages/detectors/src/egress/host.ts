// One host as somebody wrote it → why it is not an ordinary public one. No resolver is asked.

import { classifyV4, classifyV6, parseV4, parseV6, type Reason } from './address.js';
import { classifyName } from './names.js';

/**
 * Why a host is not an ordinary public one, or `undefined` when nothing speaks against it.
 *
 * @example classifyHost('0x7f.1') // 'loopback'
 */
export function classifyHost(host: string): Reason | undefined {
  const plain = plainHost(host);
  if (plain === '') return undefined;
  const v6 = parseV6(plain);
  if (v6 !== undefined) return classifyV6(v6);
  const v4 = parseV4(plain);
  if (v4.length > 0) return worst(v4.map(classifyV4));
  const { reason, address } = classifyName(plain);
  return reason ?? (address === undefined ? undefined : classifyHost(address));
}

/** Percent-decoded, folded, lower case, without brackets, zone, final dots and soft hyphens. */
function plainHost(host: string): string {
  return decode(host)
    .normalize('NFKC')
    .replace(/[。｡．]/g, '.')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff\t\r\n]/g, '')
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.+$/, '');
}

/** A reading that is public does not excuse another that is not. */
function worst(reasons: readonly (Reason | undefined)[]): Reason | undefined {
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
