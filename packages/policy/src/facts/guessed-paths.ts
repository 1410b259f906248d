// Finds paths outside the arguments of a call: in `_meta`, cursors, and unknown members. Only restrictive
// rules match these paths.

import { isUriPattern, startsLikePath } from '../match/pattern-syntax.js';
import type { Facts } from './facts.js';
import { isRecord } from './is-record.js';
import { findInValue, UNKNOWN_TOOL, type ValueSearch } from './value-facts.js';

/** Parameters that `findInCall` and `findInRequest` process, and opaque state of the server. */
const HANDLED_PARAMS: Readonly<Record<string, readonly string[]>> = {
  'tools/call': ['name', 'arguments', 'requestState'],
  'prompts/get': ['name', 'arguments', 'argument', 'context', 'requestState'],
  'completion/complete': ['arguments', 'argument', 'context'],
  'resources/read': ['uri', 'uris', 'requestState'],
};

/**
 * Adds paths from members next to the arguments, including `_meta` and cursors. Most servers do not use file
 * names there, so the paths are guesses, and any argument name is accepted.
 */
export function addOtherParams(
  facts: Facts,
  method: string,
  params: Readonly<Record<string, unknown>>,
  search: ValueSearch,
): Facts {
  const known = HANDLED_PARAMS[method] ?? NONE;
  let rest: Record<string, unknown> | undefined;
  for (const key in params) {
    if (known.includes(key) || isCount(key, params[key])) continue;
    rest ??= Object.create(null) as Record<string, unknown>;
    rest[key] = params[key];
  }
  return rest === undefined ? facts : addGuesses(facts, rest, search);
}

export function addGuesses(
  facts: Facts,
  rest: Readonly<Record<string, unknown>>,
  search: ValueSearch,
): Facts {
  const { paths, guesses, invalidReason } = findInValue(rest, UNKNOWN_TOOL, search);
  // The icons of a client have URLs, which are not files.
  const beside = [...paths, ...guesses]
    .filter(({ text }) => !isUriPattern(text))
    .map((fact) => ({ ...fact, guessed: true, outsideArguments: true }));
  if (beside.length === 0 && invalidReason === undefined) return facts;
  return {
    ...facts,
    paths: [...facts.paths, ...beside],
    invalidReason: facts.invalidReason ?? invalidReason,
  };
}

const NONE: readonly string[] = [];

/**
 * Detects progress tokens and numbers of seconds. Most `_meta` objects contain nothing else, so they need not
 * be searched.
 */
function isCount(key: string, value: unknown): boolean {
  if (startsLikePath(key)) return false;
  if (typeof value === 'number') return true;
  if (!isRecord(value)) return false;
  for (const name in value) if (typeof value[name] !== 'number' || startsLikePath(name)) return false;
  return true;
}
