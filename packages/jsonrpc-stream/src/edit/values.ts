// Finds values inside a message, so that they can be replaced or removed.

import { decodeStringToken } from '../scan/utf8.js';
import type { JsonPath } from './splice.js';
import { walkJson } from './walk.js';

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the positions of the elements of the arrays at a path. If keys are repeated, there can be several arrays.
 */
export const findArrayElements = (bytes: Uint8Array, path: JsonPath): ByteRange[] =>
  findWhere(bytes, path.length + 1, (steps) => typeof steps.at(-1) === 'number' && startsWith(steps, path));

/** Returns the positions of the values at a path. If keys are repeated, there can be several values. */
export const findValues = (bytes: Uint8Array, path: JsonPath): ByteRange[] =>
  findWhere(bytes, path.length, (steps) => startsWith(steps, path));

const startsWith = (steps: JsonPath, path: JsonPath): boolean =>
  path.every((step, index) => steps[index] === step);

function findWhere(bytes: Uint8Array, depth: number, matches: (steps: JsonPath) => boolean): ByteRange[] {
  const found: ByteRange[] = [];
  const open: { next: string | number; readonly start: number }[] = [];
  const element = (start: number, end: number): undefined => {
    if (open.length === depth && matches(open.map(({ next }) => next))) found.push({ start, end });
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
