// Finds all network addresses in a text: URLs, single hosts, and hosts after a command. Each address is reported
// once.

import { findBareHosts, findHostsInCommands, findRelativeHosts } from './bare-hosts.js';
import { findUrls } from './find-urls.js';
import type { NetworkAddress } from './network-address.js';
import { maxWholeLength, parseWholeText } from './whole-text.js';

/** Returns the addresses in order of their position. */
export function findNetworkAddresses(text: string): readonly NetworkAddress[] {
  return sortAndDeduplicate([
    ...findWithPunctuation(text, 0, text.length),
    ...findHostsInCommands(text, 0, text.length),
  ]);
}

/** Returns the addresses with a colon or a slash in text[from..to). */
export function findWithPunctuation(text: string, from: number, to: number): readonly NetworkAddress[] {
  const urls = [...findUrls(text, from, to)].sort(byStart);
  const bare = outsideUrls([...findBareHosts(text, from, to)].sort(byStart), urls);
  const whole = text.length <= maxWholeLength * 2 ? [...parseWholeText(text)] : [];
  return sortAndDeduplicate([...whole, ...urls, ...bare, ...findRelativeHosts(text, from, to)]);
}

/** Sorts the addresses and removes duplicates. */
function sortAndDeduplicate(destinations: readonly NetworkAddress[]): readonly NetworkAddress[] {
  const sorted = [...destinations].sort(byStart);
  return sorted.filter((one, index) => {
    for (let before = Math.max(0, index - 4); before < index; before += 1)
      if (isSame(one, sorted[before] as NetworkAddress)) return false;
    return true;
  });
}

function byStart(one: NetworkAddress, other: NetworkAddress): number {
  return one.start - other.start || other.end - one.end;
}

/** Returns the hosts outside URLs. Both lists are in text order, so one pass over each list is sufficient. */
function outsideUrls(
  hosts: readonly NetworkAddress[],
  urls: readonly NetworkAddress[],
): readonly NetworkAddress[] {
  let next = 0;
  let covered = 0;
  return hosts.filter(({ start, end }) => {
    for (; next < urls.length && (urls[next]?.start ?? 0) <= start; next += 1)
      covered = Math.max(covered, urls[next]?.end ?? 0);
    return end > covered;
  });
}

function isSame(one: NetworkAddress, other: NetworkAddress): boolean {
  const isWithin = one.start >= other.start && one.end <= other.end;
  return isWithin && one.host === other.host && one.reason === other.reason;
}
