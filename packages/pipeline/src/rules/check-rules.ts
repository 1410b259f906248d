// Validates rules before they are used: the schema of `[[guard]]` checks their fields, and the engines check their
// patterns and functions.

import { type Guard, parseGuards } from '@claw/policy';
import type { CompilePatterns } from '../engines.js';
import { patternName } from '../findings/user-patterns.js';
import type { Sandbox } from '../ports.js';

/** A problem, and the field that has it, such as `rules[0].cidrs[1]`. */
export interface RuleProblem {
  readonly field: string;
  readonly message: string;
}

/** The engines that check patterns and functions. They are loaded only for rules that need them. */
export interface RuleEngines {
  readonly loadPatterns: () => Promise<CompilePatterns>;
  readonly loadSandbox: () => Promise<Sandbox>;
}

/** Returns all problems of the rules of a proxy. */
export async function checkRules(
  rules: readonly unknown[],
  engines: RuleEngines,
): Promise<readonly RuleProblem[]> {
  const parsed = await parseGuards(rules);
  if (!parsed.ok) return parsed.problems;
  const fields = parsed.guards.flatMap(({ file }, index): RuleProblem[] =>
    file === undefined
      ? []
      : [{ field: `rules[${index}].file`, message: 'works only in a policy file; use `resource_id`' }],
  );
  const problems = await checkEngines(parsed.guards, engines);
  return [
    ...fields,
    ...problems.map(({ index, key, message }) => ({ field: `rules[${index}].${key}`, message })),
  ];
}

/** A pattern or function that its engine rejected. */
export interface EngineProblem {
  readonly index: number;
  readonly key: 'pattern' | 'code';
  readonly message: string;
}

/** Returns the patterns and functions that their engines reject. */
export async function checkEngines(
  guards: readonly Guard[],
  engines: RuleEngines,
): Promise<readonly EngineProblem[]> {
  const problems: EngineProblem[] = [];
  for (const [index, guard] of guards.entries()) {
    const { pattern, code } = guard;
    const message =
      typeof pattern === 'string'
        ? await checkPattern(pattern, engines)
        : typeof code === 'string'
          ? await checkCode(guard, engines)
          : undefined;
    const key = typeof pattern === 'string' ? 'pattern' : 'code';
    if (message !== undefined) problems.push({ index, key, message });
  }
  return problems;
}

async function checkPattern(pattern: string, { loadPatterns }: RuleEngines): Promise<string | undefined> {
  const compile = await loadPatterns();
  try {
    compile([{ name: patternName('pattern'), pattern, kind: 'personal' }]);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

async function checkCode(guard: Guard, { loadSandbox }: RuleEngines): Promise<string | undefined> {
  const sandbox = await loadSandbox();
  try {
    await sandbox.load(String(guard['code']), functionLimits(guard));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Converts the limits of a `lambda` guard to the options of the sandbox. */
export function functionLimits({ timeout_ms: timeout, memory_mb: memory }: Guard): {
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
} {
  return {
    ...(typeof timeout === 'number' && { timeoutMs: timeout }),
    ...(typeof memory === 'number' && { memoryMb: memory }),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
