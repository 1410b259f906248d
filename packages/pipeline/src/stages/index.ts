// The list of all stages in the order in which they run. A new stage needs a file and a line in this list.

import type { DigestFunction } from '@claw/detectors';
import type { CompiledPolicy, Policy } from '@claw/policy';
import type { Engines } from '../engines.js';
import type { Phase } from '../rules/rule.js';
import type { Stage } from '../types.js';
import { createChainStage } from './chain.js';
import { createInjectionStage } from './content/injection.js';
import { createResponsesStage } from './content/responses.js';
import { createSplitAcrossMessagesStage } from './content/split-across-messages.js';
import { createKillSwitchStage } from './kill-switch.js';
import { createAppPagesStage } from './network/app-pages.js';
import { createEgressStage } from './network/egress.js';
import { createPolicyStage } from './policy.js';
import { reservedMethods } from './reserved-methods.js';
import { createResultTypesStage } from './result-types.js';
import { createElicitationStage } from './server-requests/elicitation.js';
import { createEmbeddedRequestsStage, type DecideEmbedded } from './server-requests/embedded-requests.js';
import { createInputResponsesStage } from './server-requests/input-responses.js';
import { createRootsStage } from './server-requests/roots.js';
import { createSamplingStage } from './server-requests/sampling.js';
import { createDescriptionsStage } from './tools/descriptions.js';
import { createIconsStage } from './tools/icons.js';
import { createPinsStage } from './tools/pins.js';
import { createToolUseStage } from './tools/tool-use.js';

/** The parts from which the stages are created. */
export interface StageParts {
  /** The guards of a phase, each as a stage. */
  readonly rules: Readonly<Record<Phase, readonly Stage[]>>;
  readonly policy: CompiledPolicy;
  readonly compile: (policy: Policy) => CompiledPolicy;
  readonly digest: DigestFunction;
  readonly engines: Engines;
  /** Decides on a request from the server inside another message. */
  readonly judgeEmbedded: DecideEmbedded;
}

export function createStages({
  policy,
  compile,
  digest,
  engines,
  rules,
  judgeEmbedded,
}: StageParts): readonly Stage[] {
  const { settings } = policy.policy;
  return [
    createKillSwitchStage(settings),
    reservedMethods,
    ...rules.access,
    createToolUseStage(settings, engines.forResponses),
    createInjectionStage(settings, engines.forRequests),
    createElicitationStage(settings, engines.forResponses),
    createSamplingStage(settings),
    createEgressStage(settings, engines.forRequests, policy.facts),
    createInputResponsesStage(settings, engines.forResponses),
    createRootsStage(policy.policy, compile),
    createPolicyStage(policy.policy),
    createChainStage(policy.policy, compile, engines.forRequests, policy.facts),
    ...rules.answer,
    createResultTypesStage(settings),
    createEmbeddedRequestsStage(judgeEmbedded),
    createPinsStage(settings, engines.forResponses, digest),
    createDescriptionsStage(settings, engines.forResponses),
    createIconsStage(settings),
    createAppPagesStage(settings),
    createResponsesStage(settings, engines.forResponses),
    createSplitAcrossMessagesStage(settings, engines.forResponses),
    ...rules.reply,
  ];
}
