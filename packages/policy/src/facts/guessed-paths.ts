// Paths outside the arguments of a call: in `_meta`, in cursors, in members that the protocol does not know. Only rules that
// refuse look at them.

import { isUriPattern, startsLikePath } from '../match/pattern-syntax.js';
import type { Facts } from './facts.js';
import { isRecord } from './is-record.js';
import { findInValue, UNKNOWN_TOOL, type ValueSearch } from './value-facts.js';

/** The parameters in which `findInCall` and `findInRequest` look, and the server's own state, which nobody else reads. */
const HANDLED_PARAMS: Readonly<Record<string, readonly string[]>> = {
  'tools/call': ['name', 'arguments', 'requestState'],
  'prompts/get': ['name', 'arguments', 'argument', 'context', 'requestState'],
  'completion/complete': ['arguments', 'argument', 'context'],
  'resources/read': ['uri', 'uris', 'requestState'],
};

/**
 * Adds what stands beside the arguments, `_meta` and cursors included. No honest server takes a file's name from there, so
 * it is a guess; but nobody has to name a key there either.
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
  // Where a client has its icons is no file.
  const beside = [...paths, ...guesses]
    .filter(({ text }) => !isUriPattern(text))
    .map((fact) => ({ ...fact, guessed: true }));
  if (beside.length === 0 && refusal === undefined) return facts;
  return { ...facts, paths: [...facts.paths, ...beside], refusal: facts.refusal ?? refusal };
}

const NONE: readonly string[] = [];

/** The number of a request for progress, or of seconds: what most clients send there, and nothing to look into. */
function isCount(key: string, value: unknown): boolean {
  if (startsLikePath(key)) return false;
  if (typeof value === 'number') return true;
  if (!isRecord(value)) return false;
  for (const name in value) if (typeof value[name] !== 'number' || startsLikePath(name)) return false;
  return true;
}
