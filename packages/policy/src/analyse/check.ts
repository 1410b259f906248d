// Implements `policy check`: returns errors and suspicious parts of a policy text, with their positions.

import type { CompileOptions } from '../evaluate/compile-policy.js';
import type { Policy } from '../model.js';
import type { Diagnostic, Problem } from '../parse/diagnostics.js';
import { parsePolicy } from '../parse/parse.js';
import { analysePolicy, type Finding } from './analyse.js';
import { findGuardWarnings } from './guard-warnings.js';
import { findUnsupportedPatterns } from './unsupported-patterns.js';
import { findUnusedSettings } from './unused-settings.js';

/** Information about the machine, and additional checks of the caller. */
export type CheckOptions = CompileOptions & {
  readonly now?: number;
  /** Finds errors that are noticed only when a part of the policy is used. */
  readonly findProblems?: (policy: Policy) => Promise<readonly Problem[]>;
};

/** Returns the errors of the text or, if it has none, the findings of the analysis as warnings. */
export async function checkPolicy(
  text: string,
  file: string,
  options: CheckOptions,
): Promise<readonly Diagnostic[]> {
  const parsed = await parsePolicy(text, file);
  if (!parsed.ok) return parsed.diagnostics;
  const { policy } = parsed;
  const errors = (await options.findProblems?.(policy)) ?? [];
  const problems = [
    ...errors,
    ...(policy.rules.length === 0 ? await aboutNoRules(text) : []),
    ...analysePolicy(policy, options).map(toProblem),
    ...findUnsupportedPatterns(policy),
    ...findUnusedSettings(policy.settings),
    ...findGuardWarnings(policy.settings.guard),
  ];
  return locateProblems(problems, text, file);
}

/** Adds positions in the text to problems. */
export async function locateProblems(
  problems: readonly Problem[],
  text: string,
  file: string,
): Promise<readonly Diagnostic[]> {
  if (problems.length === 0) return [];
  const { locate } = await import('../parse/positions.js');
  return locate(problems, text, file);
}

/** A file without rules denies every call. An explicit `default` shows that this is intended. */
async function aboutNoRules(text: string): Promise<readonly Problem[]> {
  const { parse } = await import('smol-toml');
  if (Object.hasOwn(parse(text), 'default')) return [];
  return [
    {
      severity: 'warning',
      code: 'no-rules',
      message: 'the policy has no rules and no `default`, so every call is denied',
      help: 'start with a preset (`clawdefender init`), add a `[[rule]]`, or write `default = "deny"` to deny every call',
      path: [],
    },
  ];
}

function toProblem({ code, message, help, source, example }: Finding): Problem {
  const suffix =
    example === undefined
      ? ''
      : ` (example: ${JSON.stringify(example.event)} is decided by \`${example.rule}\`: ${example.decision})`;
  return { severity: 'warning', code, message, help: help + suffix, path: source, atKey: true };
}
