// Finds duplicate keys, because parsers differ in which of two members with the same key they use.

import { decodeStringToken } from '../scan/utf8.js';
import { walkJson } from './walk.js';

/** Returns a key that occurs twice in one object, or undefined. */
export function findDuplicateKey(bytes: Uint8Array): string | undefined {
  const open: Set<string>[] = [];
  let repeated: string | undefined;
  walkJson(bytes, {
    open: (isObject) => void (isObject && open.push(new Set())),
    close: (isObject) => void (isObject && open.pop()),
    key(start, end) {
      const key = decodeStringToken(bytes, start, end);
      const keys = open.at(-1) as Set<string>;
      if (keys.has(key)) repeated = key;
      keys.add(key);
      return repeated === undefined;
    },
  });
  return repeated;
}
