// The policy of a proxy, read and checked. Its file is all that can be wrong with a start, so this comes first and needs
// nothing of what judges messages.

import { dirname } from 'node:path';
import type { Policy, Settings } from '@claw/policy';
import { parsePolicyText, readPolicyText, withSelfProtection } from '../commands/policy/policy-file.js';
import { openToOthers } from '../open-to-others.js';
import type { Output } from '../output.js';
import { shellWord } from '../shell-word.js';
import { hasUsablePatterns } from './user-patterns.js';

export interface PolicyRequest {
  readonly server: string;
  /** A policy file that was named on the command line. */
  readonly named: string | undefined;
  readonly output: Output;
}

/** A policy without mistakes and without what we cannot enforce. */
export interface UsablePolicy {
  readonly policy: Policy;
  readonly text: string;
  /** The file, or what to call the preset. */
  readonly source: string;
  /** There is no file; this is the preset that holds without one. */
  readonly isBuiltIn: boolean;
}

/** The policy, or undefined when it cannot be used; why is on stderr then, and which one holds otherwise. */
export async function readUsablePolicy(request: PolicyRequest): Promise<UsablePolicy | undefined> {
  const { server, named, output } = request;
  const found = await readPolicyText(named, output);
  const policy = found && (await parseUsable(found.text, found.file, request));
  if (found === undefined || policy === undefined) return undefined;
  const { text, file: source, isBuiltIn = false } = found;
  if (isBuiltIn)
    output.complain(`${server}: no policy of your own yet; the built-in preset \`balanced\` holds`);
  else if (named !== undefined)
    output.complain(`${server}: the policy \`${source}\` was named on the command line`);
  for (const path of isBuiltIn ? [] : openToOthers([source, dirname(source)]))
    output.complain(
      `${server}: others can change \`${path}\`, and with it what is allowed: chmod go-w ${shellWord(path)}`,
    );
  return { policy, text, source, isBuiltIn };
}

/** The policy of a text; what is wrong with it goes to stderr. */
export async function parseUsable(
  text: string,
  file: string,
  { named, output }: PolicyRequest,
): Promise<Policy | undefined> {
  const policy = await parsePolicyText({ text, file }, output);
  const unenforced = policy && (await findUnenforced(policy.settings));
  if (unenforced !== undefined) {
    output.complain(`${file}: ${unenforced}`);
    return undefined;
  }
  if (policy !== undefined && !(await hasUsablePatterns(policy, file, output))) return undefined;
  return policy === undefined || named === undefined ? policy : withSelfProtection(policy);
}

/** What a policy wants and we cannot do. Only guards can be that, and few policies have some. */
async function findUnenforced(settings: Settings): Promise<string | undefined> {
  if (settings.guard.length === 0) return undefined;
  const pipeline = await import('@claw/pipeline');
  return pipeline.findUnenforced(settings);
}
