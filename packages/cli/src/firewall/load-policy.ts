// Reads and checks the policy of a proxy. This is the first step of start-up and loads no part of the pipeline.

import { dirname } from 'node:path';
import { formatDiagnostic, locateProblems, type Policy } from '@claw/policy';
import type { Diagnostics, ErrorOutput } from '../diagnostics/diagnostics.js';
import { writableByOthers } from '../files/writable-by-others.js';
import { shellQuote } from '../terminal/shell-quote.js';
import { parsePolicyText, readPolicyText, withSelfProtection } from './policy-file.js';
import { hasUsablePatterns } from './user-patterns.js';

export interface PolicyRequest {
  readonly diagnostics: Diagnostics;
  /** A policy file that was named on the command line. */
  readonly named: string | undefined;
  readonly output: ErrorOutput;
}

/** A valid policy that can be enforced. */
export interface LoadedPolicy {
  readonly policy: Policy;
  readonly text: string;
  /** The policy file, or the name of the preset. */
  readonly source: string;
  /** True if no policy file exists and this is the default preset. */
  readonly isBuiltIn: boolean;
}

/** Loads the policy; undefined if it is invalid. Reports which policy is used, or why it is invalid. */
export async function loadActivePolicy(request: PolicyRequest): Promise<LoadedPolicy | undefined> {
  const { named, output, diagnostics } = request;
  const found = await readPolicyText(named, output);
  const policy = found && (await parseEnforceable(found.text, found.file, request));
  if (found === undefined || policy === undefined) return undefined;
  const { text, file: source, isBuiltIn = false } = found;
  if (isBuiltIn)
    diagnostics.write({
      level: 'info',
      event: 'policy_default',
      message:
        'No policy file found; using the built-in preset `balanced`. Run `clawdefender init` to create one.',
    });
  else if (named !== undefined)
    diagnostics.write({
      level: 'info',
      event: 'policy_from_option',
      message: `Using the policy \`${source}\` (from \`--policy\`).`,
      fields: { file: source },
    });
  for (const path of isBuiltIn ? [] : writableByOthers([source, dirname(source)]))
    diagnostics.write({
      level: 'warn',
      event: 'policy_writable_by_others',
      message: `Other users can change \`${path}\` and thereby the policy. Run \`chmod go-w ${shellQuote(path)}\`.`,
      fields: { path },
    });
  return { policy, text, source, isBuiltIn };
}

/** Parses a policy; undefined if it is invalid or cannot be enforced. The reason is printed. */
export async function parseEnforceable(
  text: string,
  file: string,
  { named, output }: Pick<PolicyRequest, 'named' | 'output'>,
): Promise<Policy | undefined> {
  const parsed = await parsePolicyText({ text, file }, output);
  if (parsed === undefined || !(await hasUsablePatterns(parsed, file, output))) return undefined;
  const policy = parsed.settings.guard.length === 0 ? parsed : await withGuards(parsed, text, file, output);
  return policy === undefined || named === undefined ? policy : withSelfProtection(policy);
}

/**
 * Returns the policy with the content of the files that its guards name; undefined if a guard cannot be enforced. The
 * reason is printed.
 */
async function withGuards(
  parsed: Policy,
  text: string,
  file: string,
  output: ErrorOutput,
): Promise<Policy | undefined> {
  const { checkGuards } = await import('../guards/check-guards.js');
  const { policy, problems } = await checkGuards(parsed, file);
  if (problems.length === 0) return policy;
  for (const diagnostic of await locateProblems(problems, text, file))
    output.error(formatDiagnostic(diagnostic));
  return undefined;
}
