// The policy that holds, from its file to the pipeline that decides, and again whenever the file changes. A file that
// cannot be used stops the start; later it changes nothing but stderr.

import { join } from 'node:path';
import { findUnenforced, type Pipeline } from '@claw/pipeline';
import type { Policy } from '@claw/policy';
import {
  parsePolicyText,
  readPolicyText,
  thisMachine,
  withSelfProtection,
} from '../commands/policy/policy-file.js';
import type { FollowLinks } from '../links.js';
import type { Output } from '../output.js';
import { configFolder } from '../places.js';
import { watchText } from '../watch.js';
import { buildPipeline } from './build-pipeline.js';
import { hasUsablePatterns } from './user-patterns.js';

export interface PolicyRequest {
  readonly server: string;
  /** A policy file that was named on the command line. */
  readonly named: string | undefined;
  readonly followLinks: FollowLinks;
  readonly output: Output;
}

/** What decides now. */
export interface PolicyInForce {
  readonly policy: Policy;
  /** The file, or what to call the preset. */
  readonly source: string;
  readonly pipeline: () => Pipeline;
  /** Stops following the file. */
  close(): void;
}

/** The policy in force, or undefined when there is none that can be used; why is on stderr then. */
export async function enforcePolicy(request: PolicyRequest): Promise<PolicyInForce | undefined> {
  const { server, named, output } = request;
  const found = await readPolicyText(named, output);
  const policy = found && (await parseUsable(found.text, found.file, request));
  if (found === undefined || policy === undefined) return undefined;
  if (found.isBuiltIn)
    output.complain(`${server}: no policy of your own yet; the built-in preset \`balanced\` holds`);
  else if (named !== undefined)
    output.complain(`${server}: the policy \`${found.file}\` was named on the command line`);
  let pipeline = await buildPipeline(policy, thisMachine(), request.followLinks);
  const file = named ?? join(configFolder(process.env), 'policy.toml');
  const stop = watchText(file, found.isBuiltIn ? undefined : found.text, {
    async onText(text) {
      const next = await parseUsable(text, file, request);
      if (next === undefined) {
        output.complain(`${server}: the policy in \`${file}\` cannot be used; the one before still holds`);
        return;
      }
      pipeline = await buildPipeline(next, thisMachine(), request.followLinks);
      output.complain(
        `${server}: the policy in \`${file}\` has changed and holds now${laterSections(policy, next)}`,
      );
    },
    onMissing() {
      if (!found.isBuiltIn) output.complain(`${server}: \`${file}\` is gone; its policy still holds`);
    },
  });
  return { policy, source: found.file, pipeline: () => pipeline, close: stop };
}

/** Sections that a running proxy was built with; a change of them waits. */
function laterSections(before: Policy, now: Policy): string {
  const changed = (['limits', 'wire', 'approval', 'audit'] as const).filter(
    (name) => JSON.stringify(before.settings[name]) !== JSON.stringify(now.settings[name]),
  );
  return changed.length === 0
    ? ''
    : `, except ${changed.map((name) => `[${name}]`).join(', ')}: from the next start`;
}

/** A policy without mistakes and without what we cannot enforce. */
async function parseUsable(
  text: string,
  file: string,
  { named, output }: PolicyRequest,
): Promise<Policy | undefined> {
  const policy = await parsePolicyText({ text, file }, output);
  const unenforced = policy && findUnenforced(policy.settings);
  if (unenforced !== undefined) {
    output.complain(`${file}: ${unenforced}`);
    return undefined;
  }
  if (policy !== undefined && !(await hasUsablePatterns(policy, file, output))) return undefined;
  return policy === undefined || named === undefined ? policy : withSelfProtection(policy);
}
