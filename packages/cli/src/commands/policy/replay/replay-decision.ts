// Makes the decision that `proxy` would make on a logged request, with the same pipeline and with the facts about the
// machine that the log contains.

import { decideRequest, type Pipeline, type RequestDecision } from '@claw/pipeline';
import type { Environment, Policy, PolicyEvent } from '@claw/policy';
import type { ResolveLinks } from '../../../files/resolve-links.js';
import { buildPipeline } from '../../../firewall/build-pipeline.js';
import { systemClock } from '../../../firewall/ports/clock.js';
import { createDnsResolver, noDns } from '../../../firewall/ports/dns-resolver.js';
import { thisMachine } from '../../../firewall/this-machine.js';

/** Evaluates requests with one policy. */
export type ReplayDecision = (
  event: PolicyEvent,
  environment?: Partial<Environment>,
) => Promise<RequestDecision>;

/**
 * Creates the function that evaluates requests. Links and host names are resolved only if a resolver is given, because
 * tests must not depend on the machine.
 */
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
