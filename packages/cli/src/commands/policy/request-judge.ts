// What `proxy` would say about a recorded request: the same pipeline, for the machine that the record names.

import { judgeRequest, type Pipeline, type RequestJudgement } from '@claw/pipeline';
import type { Environment, Policy, PolicyEvent } from '@claw/policy';
import { buildPipeline } from '../../firewall/build-pipeline.js';
import { systemClock } from '../../firewall/clock.js';
import type { FollowLinks } from '../../links.js';
import { createNameResolver, noNames } from '../../name-lookup.js';
import { thisMachine } from './policy-file.js';

/** Judges requests under one policy. */
export type RequestJudge = (
  event: PolicyEvent,
  environment?: Partial<Environment>,
) => Promise<RequestJudgement>;

/** Links are followed, and names looked up, only with a resolver: a test must not depend on the machine that it runs on. */
export function createRequestJudge(policy: Policy, followLinks?: FollowLinks): RequestJudge {
  const pipelines = new Map<string, Promise<Pipeline>>();
  const pipelineFor = (known: Partial<Environment>): Promise<Pipeline> => {
    const key = JSON.stringify(known);
    const made = pipelines.get(key) ?? buildPipeline(policy, thisMachine(known), followLinks);
    pipelines.set(key, made);
    return made;
  };
  return async (event, environment = {}) => {
    const pipeline = await pipelineFor(environment);
    const links = followLinks && { resolve: followLinks };
    const names = followLinks ? createNameResolver() : noNames;
    return judgeRequest(pipeline, event, { clock: systemClock, names, ...(links && { links }) });
  };
}
