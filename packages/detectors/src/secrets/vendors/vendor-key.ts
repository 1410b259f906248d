// Converts a row of a key table to a detector. Its pattern has a boundary, the parts in order, and another boundary;
// matches with fillers are rejected.

import type { FollowingText, PatternDetector, Severity } from '../../detector.js';
import { isInDigest } from '../values/digest.js';
import { isFiller, isHandWritten } from '../values/placeholder.js';
import { type FormatPart, toFormatPart } from './key-format.js';

interface KeyOptions {
  readonly severity?: Severity;
  /** Other literals, used if the fixed texts of the format are too common. */
  readonly literals?: readonly string[];
  /** The length of the key before such a literal. It is needed only if it cannot be derived from the parts. */
  readonly literalOffset?: number;
  readonly flags?: 'g' | 'gi';
  /** An additional check of the key. */
  readonly accept?: (vendorKey: string) => boolean;
  readonly hit?: readonly string[];
  readonly miss?: readonly string[];
}

/**
 * Creates the detector for a key format of a vendor.
 *
 * @example key('pulumi-token', ['pul-', hex(40)])
 */
export function key(
  name: string,
  pieces: readonly (FormatPart | string)[],
  options: KeyOptions = {},
): PatternDetector {
  const parts = pieces.map(toFormatPart);
  const body = parts.map(({ source }) => source).join('');
  const boundary = parts.at(-1)?.open === true ? '' : '(?![A-Za-z0-9])';
  const literals = options.literals ?? rarestLiterals(parts);
  const literalOffset = options.literalOffset ?? findLiteralOffset(parts, literals);
  return {
    name,
    kind: 'secrets',
    severity: options.severity ?? 'high',
    literals,
    ...(literalOffset === undefined ? {} : { literalOffset, ...followingText(parts, literals) }),
    pattern: new RegExp(`(?<![A-Za-z0-9${parts[0]?.symbols ?? ''}])${body}${boundary}`, options.flags ?? 'g'),
    accept: ({ 0: found, index }, text) =>
      !isFiller(found) &&
      !isHandWritten(found) &&
      (options.accept?.(found) ?? true) &&
      !isInDigest(text, index),
    // The samples are created on demand, because only tests use them.
    get samples() {
      const hit = options.hit ?? [parts.map((part) => part.example).join('')];
      return {
        hit: [...hit, `token: "${hit[0]}",`],
        miss: [`a key begins with ${literals[0]} and then?`, ...(options.miss ?? [])],
      };
    },
  };
}

/**
 * Returns the characters that follow every literal: the rest of its part, and the following parts with a known
 * minimum length.
 */
function followingText(
  parts: readonly FormatPart[],
  literals: readonly string[],
): { readonly followed?: FollowingText } {
  const at = parts.findIndex((part) => startsWithLiterals(part, literals));
  const part = parts[at];
  if (part?.least === undefined) return {};
  let least = part.least - Math.max(...literals.map(({ length }) => length));
  for (const { least: more } of parts.slice(at + 1)) {
    if (more === undefined) break;
    least += more;
  }
  return least > 0 ? { followed: { kind: 'token', least } } : {};
}

/** Returns the number of units before every literal, or `undefined` if the number varies. */
function findLiteralOffset(parts: readonly FormatPart[], literals: readonly string[]): number | undefined {
  let before = 0;
  for (const part of parts) {
    if (startsWithLiterals(part, literals)) return before;
    if (part.length === undefined) return undefined;
    before += part.length;
  }
  return undefined;
}

/**
 * Tests whether each text of a part begins with one of the literals, and each literal is the start of one of the
 * texts.
 */
function startsWithLiterals({ literals: fixed, isFixed }: FormatPart, literals: readonly string[]): boolean {
  return (
    isFixed === true &&
    literals.every((literal) => fixed.some((text) => text.startsWith(literal))) &&
    fixed.every((text) => literals.some((literal) => text.startsWith(literal)))
  );
}

/** Returns the fixed texts of the part with the longest literal, which is likely the rarest. */
function rarestLiterals(parts: readonly FormatPart[]): readonly string[] {
  let best: readonly string[] = [];
  for (const { literals } of parts) if (shortest(literals) > shortest(best)) best = literals;
  return best;
}

function shortest(literals: readonly string[]): number {
  return literals.length === 0 ? 0 : Math.min(...literals.map((literal) => literal.length));
}
