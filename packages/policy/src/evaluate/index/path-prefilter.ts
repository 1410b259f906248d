// Excludes paths that no rule can match, before they are resolved, and rules that cannot apply to a path.

import { toEffectBits } from '../../facts/effects.js';
import type { PathEnvironment } from '../../facts/environment.js';
import type { PathFact } from '../../facts/facts.js';
import type { CompiledRule } from '../../match/compiled-rule.js';
import { hasOtherEffect } from '../match-effects.js';
import { type Bitset, bitsetOf } from './bitset.js';
import type { PatternIndex } from './pattern-index.js';

// Returns the rules that cannot apply to a path because of its effects. There is one set for each combination of
// effects.
export function createEffectFilter(
  rules: readonly CompiledRule[],
  size: number,
): (effects: number | undefined) => Bitset | undefined {
  const correlated = rules.filter(
    ({ path, rule, restricts }) => restricts && path !== undefined && rule.match.effect !== undefined,
  );
  if (correlated.length === 0) return () => undefined;
  const known: (Bitset | undefined)[] = [];
  return (effects) => {
    if (effects === undefined) return undefined;
    known[effects] ??= bitsetOf(
      size,
      correlated.flatMap(({ rule, index }) =>
        hasOtherEffect(effects, toEffectBits(rule.match.effect ?? [])) ? [index] : [],
      ),
    );
    return known[effects];
  };
}

// Most words of a command are plain names that no rule matches. Their segments show this before a path is built.
// INVARIANT: the resolved path has only segments of the working directory, the folder and the name, because resolving
// dots and `/proc` links only removes segments. So if none of these segments occurs in a rule, no rule matches the
// path.
export function createPathPrefilter(
  set: PatternIndex,
  environment: PathEnvironment,
): (fact: PathFact) => boolean {
  const environments = [environment, ...environment.alternatives];
  const cwdConcerns = environments.some(({ cwd }) => set.couldMatch(cwd, false));
  const isPlain = environments.every(({ plainCwd }) => plainCwd);
  let lastFolder: string | undefined;
  let folderConcerns = false;
  // After `cd`, each word occurs twice in succession: as written, and inside the new folder.
  let lastName: string | undefined;
  let nameIsUnmatched = false;
  const addCandidates = (name: string) => {
    const end = name.charCodeAt(name.length - 1);
    if (end === 46 || end === 47 || name.startsWith('/proc')) return false;
    if (cwdConcerns && name.charCodeAt(0) !== 47) return false;
    return !set.couldMatch(name, true);
  };
  return ({ plain, name, folder }) => {
    if (plain !== true || name === undefined || !isPlain) return false;
    if (name !== lastName) nameIsUnmatched = addCandidates(name);
    // The name is assigned even if it is equal, because comparing a string with the same object is faster than with
    // an equal copy.
    lastName = name;
    if (!nameIsUnmatched || folder === undefined) return nameIsUnmatched;
    if (folder !== lastFolder) folderConcerns = set.couldMatch(folder, false);
    lastFolder = folder;
    return !folderConcerns;
  };
}
