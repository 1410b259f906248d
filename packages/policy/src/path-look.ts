// What the index knows about paths before it reads them: which no rule could name, and which rules a path is spared by.
import { type Bits, bitsOf } from './bits.js';
import { toBits } from './facts/effects.js';
import type { Place } from './facts/environment.js';
import type { PathFact } from './facts/facts.js';
import type { CompiledRule } from './fields.js';
import { isSpared } from './judge.js';
import type { PatternSet } from './pattern-set.js';

// The rules that a path is none of the business of, because of what is done to it: one set for each set of effects.
export function createSparing(
  rules: readonly CompiledRule[],
  size: number,
): (effects: number | undefined) => Bits | undefined {
  const correlated = rules.filter(
    ({ path, rule, refuses }) => refuses && path !== undefined && rule.match.effect !== undefined,
  );
  if (correlated.length === 0) return () => undefined;
  const known: (Bits | undefined)[] = [];
  return (effects) => {
    if (effects === undefined || effects === 0) return undefined;
    known[effects] ??= bitsOf(
      size,
      correlated.flatMap(({ rule, index }) =>
        isSpared(effects, toBits(rule.match.effect ?? [])) ? [index] : [],
      ),
    );
    return known[effects];
  };
}

// Most words of a command are plain names that no rule is about, and their segments say so before a path is made of them.
// INVARIANT: resolving dots and links of `/proc` only takes segments away from those of the working directory, the folder
// and the name, so what none of them concerns is named by nobody.
export function createQuickLook(set: PatternSet, place: Place): (fact: PathFact) => boolean {
  const places = [place, ...place.others];
  const cwdConcerns = places.some(({ cwd }) => set.concerns(cwd, false));
  const isPlain = places.every(({ plainCwd }) => plainCwd);
  let lastFolder: string | undefined;
  let folderConcerns = false;
  // A word after `cd` comes twice in a row: as it stands, and in that folder.
  let lastName: string | undefined;
  let nameIsUnnamed = false;
  const lookAt = (name: string) => {
    const end = name.charCodeAt(name.length - 1);
    if (end === 46 || end === 47 || name.startsWith('/proc')) return false;
    if (cwdConcerns && name.charCodeAt(0) !== 47) return false;
    return !set.concerns(name, true);
  };
  return ({ plain, name, folder }) => {
    if (plain !== true || name === undefined || !isPlain) return false;
    if (name !== lastName) nameIsUnnamed = lookAt(name);
    // Kept also when it was the same: comparing a string with itself takes no time, with its twin it does.
    lastName = name;
    if (!nameIsUnnamed || folder === undefined) return nameIsUnnamed;
    if (folder !== lastFolder) folderConcerns = set.concerns(folder, false);
    lastFolder = folder;
    return !folderConcerns;
  };
}
