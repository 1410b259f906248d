// Remembers what an engine searches for. A message without findings of one engine needs no search by another engine that
// searches for less.

import { createEngine, type Engine, type EngineOptions, type Kind, urlDetector } from '@claw/detectors';

type Scope = ReadonlySet<Kind | 'urls'>;

const scopes = new WeakMap<Engine, Scope>();

/** Creates an engine for these kinds; `urls` adds the search for URLs. */
export function createScopedEngine(
  kinds: readonly Kind[],
  urls: boolean,
  options: Pick<EngineOptions, 'sensitivity' | 'functionDetectors'> = {},
): Engine {
  const engine = createEngine({ ...options, kinds, patternDetectors: urls ? [urlDetector] : [] });
  scopes.set(engine, new Set(urls ? [...kinds, 'urls'] : kinds));
  return engine;
}

/**
 * Returns true if `wide` finds everything that `narrow` finds. Only data is compared, not injections, whose findings
 * depend on the sensitivity. INVARIANT: engines for data have no custom detectors.
 */
export function findsAllOf(wide: Engine, narrow: Engine): boolean {
  const [found, searched] = [scopes.get(wide), scopes.get(narrow)];
  if (found === undefined || searched === undefined || searched.has('injection')) return false;
  for (const kind of searched) if (!found.has(kind)) return false;
  return true;
}
