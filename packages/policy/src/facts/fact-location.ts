// Describes the position of a fact in a message. Used in reasons.

import type { FactSource } from './facts.js';
import { findLocation } from './walk-value.js';

/** Returns the path of the argument, or the part of the message. */
export function locationOf(
  fact: { readonly text: string; readonly source: FactSource; readonly outsideArguments?: boolean },
  args: unknown,
): string {
  if (fact.outsideArguments === true) return 'outside the arguments';
  if (fact.source === 'arguments' || fact.source === 'content')
    return findLocation(args, fact.text) ?? 'arguments';
  return fact.source === 'uri' ? 'uri' : 'a word of the command';
}
