// What `proxy` would say about a recorded request: the same pipeline, for the machine that the record names.

import { decideRequest, type Pipeline, type RequestDecision } from '@claw/pipeline';
import type { Environment, Policy, PolicyEvent } from '@claw/policy';
import type { ResolveLinks } from '../../../files/resolve-links.js';
import { buildPipeline } from '../../../firewall/build-pipeline.js';
import { systemClock } from '../../../firewall/ports/clock.js';
import { createDnsResolver, noDns } from '../../../firewall/ports/dns-resolver.js';
import { thisMachine } from '../policy-file.js';

/** Judges requests under one policy. */
export type ReplayDecision = (
  event: PolicyEvent,
  environment?: Partial<Environment>,
) => Promise<RequestDecision>;

/** Links are followed, and names looked up, only with a resolver: a test must not depend on the machine that it runs on. */
export function createReplayDecision(policy: Policy, resolveLinks?: ResolveLinks): ReplayDecision {
  const pipelines = new Map<string, Promise<Pipeline>>();
  const pipelineFor = (known: Partial<Environment>): Promise<Pipeline> => {
    const key = JSON.stringify(known);
    const made = pipelines.get(key) ?? buildPipeline(policy, thisMachine(known), resolveLinks);
    pipelines.set(key, made);
    return made;
  };
  return async (event, environment = {}) => {
    const pipeline = await pipelineFor(environment);
    const links = resolveLinks && { resolve: resolveLinks };
    const dns = resolveLinks ? createDnsResolver() : noDns;
    return decideRequest(pipeline, event, { clock: systemClock, dns, ...(links && { links }) });
  };
}
