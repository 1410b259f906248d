// What a rule of the gateway (`[[guard]]`) is to the pipeline: a stage with its place in the order. Its keys were
// validated with the policy, which holds their schema.

import type { DigestFunction } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Guard, Policy } from '@claw/policy';
import type { CompilePatterns } from '../engines.js';
import { matchesAnySpelling, matchesName } from '../name-lists.js';
import type { Sandbox, StoredResources } from '../ports.js';
import type { Call, Context, Decision, Reply, SentRequest, ServerNotification, Stage } from '../types.js';

/** When a rule has its say: before anything is looked at, in place of the server, or about what the server says. */
export type Phase = 'access' | 'answer' | 'reply';

/** The rules of one proxy of a gateway. */
export interface ProxyRules {
  /** Caches and counters of the rules belong to this proxy alone. */
  readonly id: string;
  readonly rules: readonly Guard[];
}

/** What rules are made with. */
export interface RuleParts {
  readonly policy: Policy;
  /** The proxy of a gateway whose rules run after those of the policy. */
  readonly proxy: ProxyRules | undefined;
  readonly digest: DigestFunction;
  readonly patterns: CompilePatterns | undefined;
  readonly sandbox: Sandbox | undefined;
  readonly resources: StoredResources | undefined;
  /** Judges a response that a rule has rewritten. */
  readonly judgeReply: (reply: Reply | ServerNotification, context: Context) => Awaitable<Decision>;
}

/** Which rule it is, and whose. */
export interface RuleScope {
  /** What errors and records call it. */
  readonly name: string;
  /** The id of the proxy that the rule belongs to; undefined for a guard of the policy, which holds for all proxies together. */
  readonly proxyId: string | undefined;
}

/** A kind of rule. */
export interface RuleType {
  readonly type: Guard['rule_type'];
  readonly phase: Phase | ((guard: Guard) => Phase);
  create(guard: Guard, rule: RuleScope, parts: RuleParts): Stage;
}

type Applies = (call: Pick<Call | SentRequest, 'tool' | 'info'>) => boolean;

/** Whether a guard is about a call: by its tool, or about every call when it names every tool. */
export const appliesTo = ({ tools }: Guard): Applies => isMeant(tools as readonly string[], matchesName);

/** The same for a guard that restricts: no other spelling of a tool's name leads past it. */
export const appliesToAnySpelling = ({ tools }: Guard): Applies =>
  isMeant(tools as readonly string[], matchesAnySpelling);

function isMeant(patterns: readonly string[], compile: typeof matchesName): Applies {
  const isNamed = compile(patterns);
  const everything = patterns.includes('*');
  return ({ tool, info }) => (tool === undefined ? everything && info.class === 'review' : isNamed(tool));
}
