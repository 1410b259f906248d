// What `proxy` would say about a recorded request: the same pipeline, for the machine that the record names.

import { createHash } from 'node:crypto';
import { createPipeline, judgeRequest, type Pipeline, type RequestJudgement } from '@claw/pipeline';
import {
  compilePolicy,
  type Environment,
  foldersOfPolicy,
  type Policy,
  type PolicyEvent,
} from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { systemClock } from '../../firewall/clock.js';
import { loadUserPatterns } from '../../firewall/user-patterns.js';
import type { FollowLinks } from '../../links.js';
import { thisMachine } from './policy-file.js';

/** Judges requests under one policy. */
export type RequestJudge = (
  event: PolicyEvent,
  environment?: Partial<Environment>,
) => Promise<RequestJudgement>;

/** Links are followed only with a resolver: a test must not depend on the machine that it runs on. */
export function createRequestJudge(policy: Policy, followLinks?: FollowLinks): RequestJudge {
  const pipelines = new Map<string, Promise<Pipeline>>();
  const pipelineFor = (environment: Environment): Promise<Pipeline> => {
    const key = JSON.stringify(environment);
    const made = pipelines.get(key) ?? buildPipeline(policy, environment, followLinks);
    pipelines.set(key, made);
    return made;
  };
  return async (event, environment = {}) => {
    const pipeline = await pipelineFor({ ...thisMachine(), ...environment });
    const links = followLinks && { resolve: followLinks };
    return judgeRequest(pipeline, event, { clock: systemClock, ...(links && { links }) });
  };
}

/** The pipeline of a policy on one machine. */
export async function buildPipeline(
  policy: Policy,
  environment: Environment,
  followLinks: FollowLinks | undefined,
): Promise<Pipeline> {
  const shell = await loadShell();
  const links = await followLinks?.(foldersOfPolicy(policy, environment));
  const patterns = await loadUserPatterns(policy);
  return createPipeline(policy, {
    ...(patterns && { patterns }),
    compile: (one) => compilePolicy(one, { environment, shell, ...(links && { links }) }),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
}
