// Finds the strings inside one member of a result.

import type { JsonPath, StringSpan } from '@claw/jsonrpc-stream';

/** A contiguous part of a list of strings. */
export interface SpanRange {
  readonly from: number;
  readonly to: number;
}

export const NOTHING: SpanRange = { from: 0, to: 0 };

/**
 * Returns the strings inside a member of the result. They are contiguous, so only a few strings have to be examined.
 */
export function findMember(spans: readonly StringSpan[], member: string): SpanRange {
  // Paths are computed only for candidates, because computing a path takes time.
  const from = spans.findIndex(
    (span) => span.isKey && span.end - span.start > member.length && isIn(span.path, member),
  );
  if (from === -1) return NOTHING;
  let [low, high] = [from + 1, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isIn((spans[middle] as StringSpan).path, member)) low = middle + 1;
    else high = middle;
  }
  return { from, to: low };
}

const isIn = ([root, second, third]: JsonPath, member: string): boolean =>
  (root === 'result' || root === 'params') &&
  (second === member || (second === 'result' && third === member));
