// Where the elements of an array inside a message stand, for taking some of them out.

import { decodeStringToken } from '../scan/utf8.js';
import type { JsonPath } from './splice.js';
import { walkJson } from './walk.js';

/** Where the elements of the arrays at a path stand. More than one array is there when a key appears twice. */
export function findArrayElements(bytes: Uint8Array, path: JsonPath): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const open: { next: string | number; readonly start: number }[] = [];
  const element = (start: number, end: number): undefined => {
    const isThere = open.length === path.length + 1 && typeof open.at(-1)?.next === 'number';
    if (isThere && path.every((step, index) => open[index]?.next === step)) found.push({ start, end });
    advance();
    return undefined;
  };
  const advance = () => {
    const container = open.at(-1);
    if (typeof container?.next === 'number') container.next += 1;
  };
  walkJson(bytes, {
    open(isObject, start) {
      open.push({ next: isObject ? '' : 0, start });
      return undefined;
    },
    close(_isObject, end) {
      const { start } = open.pop() as (typeof open)[number];
      return element(start, end);
    },
    key(start, end) {
      (open.at(-1) as (typeof open)[number]).next = decodeStringToken(bytes, start, end);
      return undefined;
    },
    string: element,
    other: element,
  });
  return found;
}
