// Compiles a policy into a pipeline, which runs the stages in order. A pipeline never changes; a reload creates a new
// one, so that all parts use the same settings.

import type { DigestFunction, Engine } from '@claw/detectors';
import type { Awaitable, NotificationMessage, RequestMessage } from '@claw/jsonrpc-stream';
import { type CompiledPolicy, classifyMethod, type Direction, type Policy } from '@claw/policy';
import { FieldMasks } from './audit/mask-text.js';
import { whenReady } from './awaitable.js';
import { type Check, decide } from './decision/decide.js';
import { ReviewedCall } from './decision/reviewed-call.js';
import { type CompilePatterns, type Engines, enginesOf } from './engines.js';
import type { Sandbox, StoredResources } from './ports.js';
import { createRuleStages } from './rules/index.js';
import type { ProxyRules } from './rules/rule.js';
import { createStages } from './stages/index.js';
import type {
  Call,
  Context,
  Decision,
  Deny,
  Reply,
  SentRequest,
  ServerNotification,
  Stage,
  Verdict,
} from './types.js';

/** Decides on every message under one policy. */
export interface Pipeline {
  readonly policy: CompiledPolicy;
  readonly engines: Engines;
  /** The engine that finds the secrets that must not be logged. */
  readonly maskEngine: () => Engine;
  /** Removes secrets from the short texts of a log entry. */
  readonly masks: FieldMasks;
  /** Returns true if any stage can have an effect on a request or notification. */
  isReviewed(message: RequestMessage | NotificationMessage, direction: Direction): boolean;
  decideCall(call: Call, context: Context): Awaitable<Decision>;
  decideReply(reply: Reply | ServerNotification, context: Context): Awaitable<Decision>;
  /**
   * Returns the reason why a client at this address must not receive messages from the server, or undefined if it
   * may.
   */
  checkListener(address: string): Deny | undefined;
  /** Notifies the stages that a call is forwarded. */
  onForwarded(call: Call, context: Context): void;
  /** Notifies the stages that no response to a call will be forwarded. */
  onAbandoned(call: Pick<SentRequest, 'params'>, context: Context): void;
  /** Notifies the stages that a response is forwarded. */
  onDelivered(reply: Reply | ServerNotification, decision: Decision, context: Context): void;
}

const NO_VERDICTS: readonly Verdict[] = [];

export interface PipelineOptions {
  /** Compiles a policy for the machine of the server. */
  readonly compile: (policy: Policy) => CompiledPolicy;
  /** A collision-resistant hash of text, for tool pins. */
  readonly digest: DigestFunction;
  /** Compiles the patterns of a policy. Required if the policy contains patterns. */
  readonly patterns?: CompilePatterns;
  /** Runs the functions of `lambda` guards. */
  readonly sandbox?: Sandbox;
  /** The resources that `mcp_resource` guards name by `resource_id`. */
  readonly resources?: StoredResources;
  /** The gateway proxy to which the pipeline belongs; its rules run after the guards of the policy. */
  readonly proxy?: ProxyRules;
}

/** Creates the pipeline of a policy. */
export function createPipeline(source: Policy, options: PipelineOptions): Pipeline {
  const { compile, digest, patterns, sandbox, resources, proxy } = options;
  const policy = compile(source);
  const { settings } = source;
  const engines = enginesOf(settings, patterns);
  // If false, handshakes, pings and notifications are denied only by a rule that names their method.
  const reviewsAllMethods =
    settings.audit.level === 'all' ||
    settings.wire.unknown_methods === 'deny' ||
    source.rules.some(({ match }) => match.method !== undefined || match.event !== undefined);
  const decideCall = (call: Call, context: Context) => decide(forCalls, call, context);
  const rules = createRuleStages({
    policy: source,
    proxy,
    digest,
    patterns,
    sandbox,
    resources,
    judgeReply: (reply, context) => decide(beforeRules, reply, context),
  });
  const stages: readonly Stage[] = createStages({
    policy,
    compile,
    digest,
    engines,
    rules,
    judgeEmbedded: (message: RequestMessage, context) =>
      decideCall(new ReviewedCall(message, 'server-to-client', context, policy), context),
  });
  const forCalls = requestChecks(stages);
  const forReplies = replyChecks(stages);
  const beforeRules = replyChecks(stages.filter((stage) => !rules.reply.includes(stage)));
  return {
    policy,
    engines,
    isReviewed({ method }, direction) {
      const { class: type, known } = classifyMethod(method);
      return reviewsAllMethods || type !== 'pass' || (!known && direction === 'client-to-server');
    },
    maskEngine: engines.forRequests,
    masks: new FieldMasks(engines.forRequests),
    decideCall,
    decideReply(reply, context) {
      // One search of the whole message provides most of the findings that the stages need.
      if (settings.responses.enabled) reply.texts.isClean(engines.forResponses());
      return whenReady(reply.texts.countKeysInSlices(context.clock), () =>
        decide(forReplies, reply, context),
      );
    },
    checkListener(address) {
      for (const stage of stages) {
        const denied = stage.checkListener?.(address);
        if (denied !== undefined) return denied;
      }
      return undefined;
    },
    onForwarded(call, context) {
      for (const stage of stages) if (stage.onForwarded !== undefined) stage.onForwarded(call, context);
    },
    onAbandoned(call, context) {
      for (const stage of stages) if (stage.onAbandoned !== undefined) stage.onAbandoned(call, context);
    },
    onDelivered(reply, { verdicts }, context) {
      const found = verdicts.length === 0 ? NO_VERDICTS : verdicts.map(({ verdict }) => verdict);
      for (const stage of stages)
        if (stage.onDelivered !== undefined) stage.onDelivered(reply, found, context);
    },
  };
}

const requestChecks = (stages: readonly Stage[]): readonly Check<Call>[] =>
  stages.flatMap(({ name, request: run }) => (run === undefined ? [] : [{ name, run }]));

const replyChecks = (stages: readonly Stage[]): readonly Check<Reply | ServerNotification>[] =>
  stages.flatMap(({ name, reply: run }) => (run === undefined ? [] : [{ name, run }]));
