// Defines a guard rule (`[[guard]]`) as a stage that runs in one phase. The keys of the rule were validated with
// the policy.

import type { DigestFunction } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Guard, Policy } from '@claw/policy';
import type { CompilePatterns } from '../engines.js';
import { matchesAnySpelling, matchesName } from '../name-lists.js';
import type { Sandbox, StoredResources } from '../ports.js';
import type { Call, Context, Decision, Reply, SentRequest, ServerNotification, Stage } from '../types.js';

/** The phase in which a rule runs: access checks, results in place of the server, or processing of responses. */
export type Phase = 'access' | 'answer' | 'reply';

/** The rules of one gateway proxy. */
export interface ProxyRules {
  /** The id of the proxy. Its caches and counters are separate from those of other proxies. */
  readonly id: string;
  readonly rules: readonly Guard[];
}

/** The parts from which rules are created. */
export interface RuleParts {
  readonly policy: Policy;
  /** The gateway proxy whose rules run after those of the policy. */
  readonly proxy: ProxyRules | undefined;
  readonly digest: DigestFunction;
  readonly patterns: CompilePatterns | undefined;
  readonly sandbox: Sandbox | undefined;
  readonly resources: StoredResources | undefined;
  /** Checks a response that a rule has rewritten. */
  readonly judgeReply: (reply: Reply | ServerNotification, context: Context) => Awaitable<Decision>;
}

/** Identifies a rule. */
export interface RuleScope {
  /** The name of the rule in errors and log entries. */
  readonly name: string;
  /** The id of its proxy; undefined for a guard of the policy, which applies to all proxies. */
  readonly proxyId: string | undefined;
}

/** A type of rule. */
export interface RuleType {
  readonly type: Guard['rule_type'];
  readonly phase: Phase | ((guard: Guard) => Phase);
  create(guard: Guard, rule: RuleScope, parts: RuleParts): Stage;
}

type Applies = (call: Pick<Call | SentRequest, 'tool' | 'info'>) => boolean;

/**
 * Returns a function that is true if a guard applies to a call: it names the tool of the call, or applies to all
 * tools.
 */
export const appliesTo = ({ tools }: Guard): Applies =>
  createMatcher(tools as readonly string[], matchesName);

/** Like `appliesTo`, for a guard that restricts: it also matches other spellings of the tool name. */
export const appliesToAnySpelling = ({ tools }: Guard): Applies =>
  createMatcher(tools as readonly string[], matchesAnySpelling);

function createMatcher(patterns: readonly string[], compile: typeof matchesName): Applies {
  const isNamed = compile(patterns);
  const everything = patterns.includes('*');
  return ({ tool, info }) => (tool === undefined ? everything && info.class === 'review' : isNamed(tool));
}
