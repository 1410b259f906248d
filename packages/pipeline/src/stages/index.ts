// The stages in the order in which they are asked. A new stage is one file and one line here.

import type { Digest } from '@claw/detectors';
import type { CompiledPolicy, Policy } from '@claw/policy';
import type { Engines } from '../pipeline.js';
import type { Moment } from '../rules/rule.js';
import type { Stage } from '../types.js';
import { createAppsStage } from './apps.js';
import { createChainStage } from './chain.js';
import { createDescriptionsStage } from './descriptions.js';
import { createEgressStage } from './egress.js';
import { createElicitationStage } from './elicitation.js';
import { createEmbeddedStage, type JudgeRequest } from './embedded.js';
import { createIconsStage } from './icons.js';
import { createInjectionStage } from './injection.js';
import { createInputResponsesStage } from './input-responses.js';
import { createKillSwitchStage } from './kill-switch.js';
import { createPinsStage } from './pins.js';
import { createPolicyStage } from './policy.js';
import { createResponsesStage } from './responses.js';
import { createResultTypesStage } from './result-types.js';
import { createRootsStage } from './roots.js';
import { createSamplingStage } from './sampling.js';
import { createToolUseStage } from './tool-use.js';
import { createWindowStage } from './window.js';
import { reservedMethods } from './wire.js';

/** What the stages are made of. */
export interface Parts {
  /** What the policy's guards say, by their moment. */
  readonly rules: Readonly<Record<Moment, readonly Stage[]>>;
  readonly policy: CompiledPolicy;
  readonly compile: (policy: Policy) => CompiledPolicy;
  readonly digest: Digest;
  readonly engines: Engines;
  /** Judges a question of the server that stands inside something else. */
  readonly judgeEmbedded: JudgeRequest;
}

export function createStages({
  policy,
  compile,
  digest,
  engines,
  rules,
  judgeEmbedded,
}: Parts): readonly Stage[] {
  const { settings } = policy.policy;
  return [
    createKillSwitchStage(settings),
    reservedMethods,
    ...rules.access,
    createToolUseStage(settings),
    createInjectionStage(settings, engines.outward),
    createElicitationStage(settings, engines.inward),
    createSamplingStage(settings),
    createEgressStage(settings, engines.outward, policy.facts),
    createInputResponsesStage(settings, engines.inward),
    createRootsStage(policy.policy, compile),
    createPolicyStage(policy.policy),
    createChainStage(policy.policy, compile, engines.outward),
    ...rules.answer,
    createResultTypesStage(settings),
    createEmbeddedStage(judgeEmbedded),
    createPinsStage(settings, engines.inward, digest),
    createDescriptionsStage(settings, engines.inward),
    createIconsStage(settings),
    createAppsStage(settings),
    createResponsesStage(settings, engines.inward),
    createWindowStage(settings, engines.inward),
    ...rules.reply,
  ];
}
