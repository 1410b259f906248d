// Paths outside the arguments of a call: in `_meta`, cursors, and unknown members. Only rules that restrict match
// them.

import { isUriPattern, startsLikePath } from '../match/pattern-syntax.js';
import type { Facts } from './facts.js';
import { isRecord } from './is-record.js';
import { findInValue, UNKNOWN_TOOL, type ValueSearch } from './value-facts.js';

/** Parameters that `findInCall` and `findInRequest` handle, and opaque state of the server. */
const HANDLED_PARAMS: Readonly<Record<string, readonly string[]>> = {
  'tools/call': ['name', 'arguments', 'requestState'],
  'prompts/get': ['name', 'arguments', 'argument', 'context', 'requestState'],
  'completion/complete': ['arguments', 'argument', 'context'],
  'resources/read': ['uri', 'uris', 'requestState'],
};

/**
 * Adds paths from members next to the arguments, including `_meta` and cursors. Ordinary servers do not read
 * file names there, so these paths are guesses, and argument names are not required.
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
  const { paths, guesses, refusal } = findInValue(rest, UNKNOWN_TOOL, search);
  // The URLs of client icons are not files.
  const beside = [...paths, ...guesses]
    .filter(({ text }) => !isUriPattern(text))
    .map((fact) => ({ ...fact, guessed: true }));
  if (beside.length === 0 && refusal === undefined) return facts;
  return { ...facts, paths: [...facts.paths, ...beside], refusal: facts.refusal ?? refusal };
}

const NONE: readonly string[] = [];

/** Progress tokens and numbers of seconds: the usual content, which needs no search. */
function isCount(key: string, value: unknown): boolean {
  if (startsLikePath(key)) return false;
  if (typeof value === 'number') return true;
  if (!isRecord(value)) return false;
  for (const name in value) if (typeof value[name] !== 'number' || startsLikePath(name)) return false;
  return true;
}
