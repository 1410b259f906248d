// The detector engines of a policy: one for requests and one for responses.

import {
  createEngine,
  type Engine,
  type FunctionDetector,
  type Kind,
  type PatternDetector,
  urlDetector,
} from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { patternName, type UserPattern } from './findings/user-patterns.js';

/** Custom patterns as detectors whose findings have the given names; see `@claw/detectors/patterns`. */
export type CompilePatterns = (
  patterns: readonly { readonly name: string; readonly pattern: string; readonly kind: Kind }[],
) => readonly FunctionDetector[];

/** The engine of each direction. Building one takes milliseconds, so each is built when it is first used. */
export interface Engines {
  /** Finds prompt injection, secrets and hosts in requests. */
  forRequests(): Engine;
  /** Finds prompt injection, secrets and, if the policy asks for it, personal data in responses. */
  forResponses(): Engine;
}

/** The proxies of a gateway have pipelines of their own and one policy; engines have no state between texts. */
const known = new WeakMap<
  Settings,
  { readonly compile: CompilePatterns | undefined; readonly engines: Engines }
>();

/** The engines of these settings, the same for every pipeline. */
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
  const once = (
    kinds: readonly Kind[],
    functionDetectors: readonly FunctionDetector[],
    patternDetectors: readonly PatternDetector[] = [],
  ) => {
    let engine: Engine | undefined;
    return () => {
      engine ??= createEngine({
        kinds,
        sensitivity: injection.sensitivity,
        functionDetectors,
        patternDetectors,
      });
      return engine;
    };
  };
  const personal: readonly Kind[] = responses.personal === 'off' ? [] : ['personal'];
  // Most responses contain URLs, so they are searched for only if the policy lists the category.
  const urls = responses.categories.includes('urls') ? [urlDetector] : [];
  return {
    forRequests: once(['injection', 'secrets', 'egress'], inRequests),
    forResponses: once(['injection', 'secrets', ...personal], [...inRequests, ...inResponses], urls),
  };
}
