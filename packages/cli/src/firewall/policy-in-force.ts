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

/** What decides now: `policy` and `pipeline` always belong together, and change at once. */
export interface PolicyInForce {
  readonly policy: Policy;
  /** The file, or what to call the preset. */
  readonly source: string;
  readonly pipeline: () => Pipeline;
  /** Calls back when another policy holds. */
  onChange(act: () => void): void;
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
  let held = { policy, pipeline: await buildPipeline(policy, thisMachine(), request.followLinks) };
  const listeners: (() => void)[] = [];
  const file = named ?? join(configFolder(process.env), 'policy.toml');
  const change = async (text: string) => {
    const next = await build(text, file, request);
    if (next === undefined) {
      output.complain(`${server}: the policy in \`${file}\` cannot be used; the one before still holds`);
      return;
    }
    held = next;
    for (const act of listeners) act();
    output.complain(`${server}: the policy in \`${file}\` has changed and holds now`);
  };
  const stop = watchText(file, found.isBuiltIn ? undefined : found.text, {
    onText: oneByOne(change),
    onMissing() {
      if (!found.isBuiltIn) output.complain(`${server}: \`${file}\` is gone; its policy still holds`);
    },
  });
  return {
    get policy() {
      return held.policy;
    },
    source: found.file,
    pipeline: () => held.pipeline,
    onChange: (act) => listeners.push(act),
    close: stop,
  };
}

/** Everything that a policy needs to hold; undefined when something is wrong with it, which is on stderr then. */
async function build(text: string, file: string, request: PolicyRequest) {
  try {
    const policy = await parseUsable(text, file, request);
    return policy && { policy, pipeline: await buildPipeline(policy, thisMachine(), request.followLinks) };
  } catch (error) {
    request.output.complain(`${file}: ${(error as Error).message}`);
    return undefined;
  }
}

/** Building takes time, and files change meanwhile: one after the other, and the newest text last. */
function oneByOne(change: (text: string) => Promise<void>): (text: string) => void {
  let newest: string | undefined;
  let busy = false;
  const work = async () => {
    busy = true;
    while (newest !== undefined) {
      const text = newest;
      newest = undefined;
      await change(text);
    }
    busy = false;
  };
  return (text) => {
    newest = text;
    if (!busy) void work();
  };
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
