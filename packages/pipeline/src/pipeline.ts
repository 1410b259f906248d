// A compiled policy becomes a pipeline: the stages in their order, ready to judge calls and answers. It never changes;
// a reload makes a new one, so that no two parts ever run on different settings.

import { createEngine, type Engine, type Kind } from '@claw/detectors';
import type { Awaitable, RequestMessage } from '@claw/jsonrpc-stream';
import type { CompiledPolicy } from '@claw/policy';
import { ReviewedCall } from './call.js';
import { decide, type Step } from './decide.js';
import { createStages } from './stages/index.js';
import type { Call, Context, Decision, Notice, Reply, Stage } from './types.js';

/** The decision about every message, under one policy. */
export interface Pipeline {
  readonly policy: CompiledPolicy;
  /** Finds the secrets that must not be written down. */
  readonly maskEngine: () => Engine;
  judgeCall(call: Call, context: Context): Awaitable<Decision>;
  judgeReply(reply: Reply | Notice, context: Context): Awaitable<Decision>;
}

export function createPipeline(policy: CompiledPolicy): Pipeline {
  const { settings } = policy.policy;
  const engines = createEngines(settings.responses.personal !== 'off');
  const judgeCall = (call: Call, context: Context) =>
    decide(requestSteps(stages, call, context), context.clock);
  const stages: readonly Stage[] = createStages({
    policy,
    engines,
    judgeEmbedded: (message: RequestMessage, context) =>
      judgeCall(new ReviewedCall(message, 'server-to-client', context, policy), context),
  });
  return {
    policy,
    maskEngine: engines.outward,
    judgeCall,
    judgeReply: (reply, context) => decide(replySteps(stages, reply, context), context.clock),
  };
}

function* requestSteps(stages: readonly Stage[], call: Call, context: Context): Generator<Step> {
  for (const stage of stages)
    if (stage.request !== undefined) yield { name: stage.name, run: () => stage.request?.(call, context) };
}

function* replySteps(stages: readonly Stage[], reply: Reply | Notice, context: Context): Generator<Step> {
  for (const stage of stages)
    if (stage.reply !== undefined) yield { name: stage.name, run: () => stage.reply?.(reply, context) };
}

/** What searches the words of each direction. Building one takes milliseconds, so it waits until it is needed. */
export interface Engines {
  /** For what is asked of a server: orders, destinations, secrets. */
  outward(): Engine;
  /** For what a server says: orders, secrets, personal data where it is wanted. */
  inward(): Engine;
}

function createEngines(personal: boolean): Engines {
  const once = (kinds: readonly Kind[]) => {
    let engine: Engine | undefined;
    return () => {
      engine ??= createEngine({ kinds });
      return engine;
    };
  };
  return {
    outward: once(['injection', 'secrets', 'egress']),
    inward: once(personal ? ['injection', 'secrets', 'personal'] : ['injection', 'secrets']),
  };
}
