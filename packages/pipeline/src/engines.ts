// The detector engines of a policy: one for requests and one for responses.

import type { Engine, FunctionDetector, Kind } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { createScopedEngine } from './engine-scope.js';
import { patternName, type UserPattern } from './findings/user-patterns.js';

/** Compiles custom patterns into detectors whose findings have the given names; see `@claw/detectors/patterns`. */
export type CompilePatterns = (
  patterns: readonly { readonly name: string; readonly pattern: string; readonly kind: Kind }[],
) => readonly FunctionDetector[];

/** Returns the engine for each direction. Building an engine takes milliseconds, so it is built on first use. */
export interface Engines {
  /** Finds prompt injection, secrets and hosts in requests. */
  forRequests(): Engine;
  /** Finds prompt injection, secrets and, if the policy requires it, personal data in responses. */
  forResponses(): Engine;
}

/**
 * The engines are shared, because each proxy of a gateway has its own pipeline but the same policy. Engines keep no
 * state between texts.
 */
const known = new WeakMap<
  Settings,
  { readonly compile: CompilePatterns | undefined; readonly engines: Engines }
>();

/** Returns the engines for these settings, which all pipelines with the same settings share. */
export function enginesOf(settings: Settings, compile: CompilePatterns | undefined): Engines {
  const made = known.get(settings);
  if (made !== undefined && made.compile === compile) return made.engines;
  const engines = createEngines(settings, compile);
  known.set(settings, { compile, engines });
  return engines;
}

function createEngines(settings: Settings, compile: CompilePatterns | undefined): Engines {
  const { injection, responses } = settings;
  const detectorsOf = (patterns: readonly UserPattern[], kind: Kind): readonly FunctionDetector[] => {
    if (patterns.length === 0) return [];
    if (compile === undefined)
      throw new Error('the policy contains patterns, but no pattern engine is configured');
    return compile(patterns.map(({ name, pattern }) => ({ name: patternName(name), pattern, kind })));
  };
  const inRequests = detectorsOf(injection.pattern, 'injection');
  const inResponses = detectorsOf(responses.pattern, 'secrets');
  const { sensitivity } = injection;
  const once = (kinds: readonly Kind[], functionDetectors: readonly FunctionDetector[], urls = false) => {
    let engine: Engine | undefined;
    return () => {
      engine ??= createScopedEngine(kinds, urls, { sensitivity, functionDetectors });
      return engine;
    };
  };
  const personal: readonly Kind[] = responses.personal === 'off' ? [] : ['personal'];
  // Most responses contain URLs, so the engine searches for URLs only if the policy lists the category.
  const urls = responses.categories.includes('urls');
  return {
    forRequests: once(['injection', 'secrets', 'egress'], inRequests),
    forResponses: once(['injection', 'secrets', ...personal], [...inRequests, ...inResponses], urls),
  };
}
