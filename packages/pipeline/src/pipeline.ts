// A compiled policy becomes a pipeline: the stages in their order, ready to judge calls and answers. It never changes;
// a reload makes a new one, so that no two parts ever run on different settings.

import {
  createEngine,
  type Digest,
  type Engine,
  type Kind,
  type PatternDetector,
  type Scanner,
  urlDetector,
} from '@claw/detectors';
import type { Awaitable, NotificationMessage, RequestMessage } from '@claw/jsonrpc-stream';
import {
  type CompiledPolicy,
  classifyMethod,
  type Direction,
  type Policy,
  type Settings,
} from '@claw/policy';
import { ReviewedCall } from './call.js';
import { decide, type Judge } from './decide.js';
import { Masks } from './mask.js';
import { createRules } from './rules/index.js';
import { createStages } from './stages/index.js';
import type { Call, Context, Decision, Deny, Notice, Reply, Stage, Verdict } from './types.js';
import { patternName, type UserPattern } from './user-patterns.js';
import { whenReady } from './wait.js';

/** The decision about every message, under one policy. */
export interface Pipeline {
  readonly policy: CompiledPolicy;
  readonly engines: Engines;
  /** Finds the secrets that must not be written down. */
  readonly maskEngine: () => Engine;
  /** Cuts them out of the short texts of a record. */
  readonly masks: Masks;
  /** Whether any stage could have something to say about a request or notification. */
  isJudged(message: RequestMessage | NotificationMessage, direction: Direction): boolean;
  judgeCall(call: Call, context: Context): Awaitable<Decision>;
  judgeReply(reply: Reply | Notice, context: Context): Awaitable<Decision>;
  /** Why nobody at this address may listen to what the server says by itself; undefined when nobody objects. */
  judgeListener(address: string): Deny | undefined;
  /** Whether what was decided about a call of a tool holds for all that are like it; likewise of an answer to them. */
  settlesAlikeCalls(call: Call, context: Context): boolean;
  settlesAlikeReplies(reply: Reply): boolean;
  /** Tells the stages that a call goes on. */
  passed(call: Call, context: Context): void;
  /** Tells the stages that an answer goes on. */
  answered(reply: Reply | Notice, decision: Decision, context: Context): void;
}

const NOTHING_SAID: readonly Verdict[] = [];

/** What a pipeline is made with. */
export interface PipelineOptions {
  /** Compiles a policy for the machine that the server runs on. */
  readonly compile: (policy: Policy) => CompiledPolicy;
  /** A collision-resistant hash of text: tools are pinned by it. */
  readonly digest: Digest;
  /** Compiles the patterns of a policy. A policy with patterns cannot be used without it. */
  readonly patterns?: CompilePatterns;
}

/** Users' patterns as scanners whose findings carry the given names; see `@claw/detectors/patterns`. */
export type CompilePatterns = (
  patterns: readonly { readonly name: string; readonly pattern: string; readonly kind: Kind }[],
) => readonly Scanner[];

/** Makes the pipeline of a policy. */
export function createPipeline(source: Policy, { compile, digest, patterns }: PipelineOptions): Pipeline {
  const policy = compile(source);
  const { settings } = source;
  const engines = createEngines(settings, patterns);
  // Handshakes, pings and notifications are refused only by a rule that names them.
  const namesSmallTalk =
    settings.audit.level === 'all' ||
    settings.wire.unknown_methods === 'deny' ||
    source.rules.some(({ match }) => match.method !== undefined || match.event !== undefined);
  const judgeCall = (call: Call, context: Context) => decide(forCalls, call, context);
  const stages: readonly Stage[] = createStages({
    policy,
    compile,
    digest,
    engines,
    rules: createRules({ policy: source, digest, patterns }),
    judgeEmbedded: (message: RequestMessage, context) =>
      judgeCall(new ReviewedCall(message, 'server-to-client', context, policy), context),
  });
  const forCalls = callJudges(stages);
  const forReplies = replyJudges(stages);
  return {
    policy,
    engines,
    isJudged({ method }, direction) {
      const { class: type, known } = classifyMethod(method);
      return namesSmallTalk || type !== 'pass' || (!known && direction === 'client-to-server');
    },
    maskEngine: engines.outward,
    masks: new Masks(engines.outward),
    judgeCall,
    judgeReply(reply, context) {
      // One look at all of it answers most of what the stages are going to ask.
      if (settings.responses.enabled) reply.texts.isClean(engines.inward());
      return whenReady(reply.texts.prepare(context.clock), () => decide(forReplies, reply, context));
    },
    judgeListener(address) {
      for (const stage of stages) {
        const denied = stage.listener?.(address);
        if (denied !== undefined) return denied;
      }
      return undefined;
    },
    settlesAlikeCalls: (call, context) =>
      stages.every(
        ({ request, passed, holdsForAlikeCalls: holds }) =>
          (request === undefined && passed === undefined) || holds?.(call, context) === true,
      ),
    settlesAlikeReplies: (reply) =>
      stages.every(
        ({ reply: judge, answered, holdsForAlikeReplies: holds }) =>
          (judge === undefined && answered === undefined) || holds?.(reply) === true,
      ),
    passed(call, context) {
      for (const stage of stages) if (stage.passed !== undefined) stage.passed(call, context);
    },
    answered(reply, { verdicts }, context) {
      const said = verdicts.length === 0 ? NOTHING_SAID : verdicts.map(({ verdict }) => verdict);
      for (const stage of stages) if (stage.answered !== undefined) stage.answered(reply, said, context);
    },
  };
}

const callJudges = (stages: readonly Stage[]): readonly Judge<Call>[] =>
  stages.flatMap(({ name, request: judge }) => (judge === undefined ? [] : [{ name, judge }]));

const replyJudges = (stages: readonly Stage[]): readonly Judge<Reply | Notice>[] =>
  stages.flatMap(({ name, reply: judge }) => (judge === undefined ? [] : [{ name, judge }]));

/** What searches the words of each direction. Building one takes milliseconds, so it waits until it is needed. */
export interface Engines {
  /** For what is asked of a server: orders, destinations, secrets. */
  outward(): Engine;
  /** For what a server says: orders, secrets, personal data where it is wanted. */
  inward(): Engine;
}

function createEngines(settings: Settings, compile: CompilePatterns | undefined): Engines {
  const { injection, responses } = settings;
  const scannersOf = (patterns: readonly UserPattern[], kind: Kind): readonly Scanner[] => {
    if (patterns.length === 0) return [];
    if (compile === undefined)
      throw new Error('the policy has patterns, and there is nothing to run them with');
    return compile(patterns.map(({ name, pattern }) => ({ name: patternName(name), pattern, kind })));
  };
  const orders = scannersOf(injection.pattern, 'injection');
  const inAnswers = scannersOf(responses.pattern, 'secrets');
  const once = (
    kinds: readonly Kind[],
    scanners: readonly Scanner[],
    detectors: readonly PatternDetector[] = [],
  ) => {
    let engine: Engine | undefined;
    return () => {
      engine ??= createEngine({ kinds, scanners, detectors });
      return engine;
    };
  };
  const personal: readonly Kind[] = responses.personal === 'off' ? [] : ['personal'];
  // Addresses of pages are everywhere: they are looked for only where somebody names them.
  const urls = responses.categories.includes('urls') ? [urlDetector] : [];
  return {
    outward: once(['injection', 'secrets', 'egress'], orders),
    inward: once(['injection', 'secrets', ...personal], [...orders, ...inAnswers], urls),
  };
}
