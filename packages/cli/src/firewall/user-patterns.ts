// Compiles the regular expressions of a policy with a linear-time engine, which is loaded only for policies that
// contain regular expressions.

import type { CompilePatterns } from '@claw/pipeline';
import type { Guard, Policy } from '@claw/policy';
import type { ErrorOutput } from '../diagnostics/diagnostics.js';

const patternsOf = ({ settings }: Policy, rules: readonly Guard[] = []) => [
  ...settings.injection.pattern,
  ...settings.responses.pattern,
  ...[...settings.guard, ...rules].flatMap(({ rule_type: type, name = type, pattern }) =>
    typeof pattern === 'string' ? [{ name: String(name), pattern }] : [],
  ),
];

/**
 * Returns the compiler for the patterns of a policy and of the rules of a gateway proxy; undefined if there are no
 * patterns.
 */
export async function loadUserPatterns(
  policy: Policy,
  rules?: readonly Guard[],
): Promise<CompilePatterns | undefined> {
  return patternsOf(policy, rules).length === 0 ? undefined : loadPatternCompiler();
}

/** Loads a compiler that throws an error with the name of each unusable pattern and the reason. */
export async function loadPatternCompiler(): Promise<CompilePatterns> {
  const { loadPatterns } = await import('@claw/detectors/patterns');
  const compile = await loadPatterns();
  return (patterns) => {
    const compiled = compile(patterns);
    if (compiled.ok) return compiled.detectors;
    throw new Error(
      compiled.problems.map(({ name, reason }) => `the pattern \`${name}\` ${reason}`).join('; '),
    );
  };
}

/** True if all patterns are valid; errors are printed. */
export async function hasUsablePatterns(policy: Policy, file: string, output: ErrorOutput): Promise<boolean> {
  const compile = await loadUserPatterns(policy);
  try {
    compile?.(patternsOf(policy).map(({ name, pattern }) => ({ name, pattern, kind: 'injection' })));
    return true;
  } catch (error) {
    output.error(`${file}: ${(error as Error).message}`);
    return false;
  }
}
