// Evaluates the policy and converts its ruling into a verdict. The symbolic links in paths are resolved first.

import { type Awaitable, knownMethodParams } from '@claw/jsonrpc-stream';
import type { Action, Links, Policy, Ruling } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import type { Call, Context, Note, Stage, Verdict } from '../types.js';

export function createPolicyStage({ settings, rules }: Policy): Stage {
  const refusesUnknown = settings.wire.unknown_methods === 'deny';
  const comparesArguments = rules.some(({ match }) => match.args !== undefined);
  return {
    name: 'policy',
    request: (call, context) =>
      whenReady(findLinks(call, comparesArguments, context), (links) => {
        if (links === 'unknown') return denyUnknownLinks(call, context);
        const now = context.clock.now();
        const ruling = call.prepared.evaluate(links === undefined ? { now } : { now, links });
        if (refusesUnknown && ruling.rule === 'default' && isUnknown(call)) return UNKNOWN;
        return whenReady(countLimit(ruling, context), (retryAfter) => toVerdict(ruling, retryAfter));
      }),
  };
}

/**
 * Returns true for methods that neither a rule nor the protocol defines, in either direction, including
 * notifications.
 */
const isUnknown = ({ method, info }: Call): boolean =>
  info.class !== 'review' && !knownMethodParams.has(method);

const UNKNOWN: Verdict = {
  kind: 'deny',
  rule: 'wire.unknown_methods',
  reason: 'unknown method; `wire.unknown_methods` is `deny`',
};

/** Resolves the paths of a call. A rule may read an argument as a path that is otherwise not recognized as a path. */
function findLinks(
  { prepared, facts, message, info }: Call,
  comparesArguments: boolean,
  { links }: Context,
): Awaitable<Links | undefined | 'unknown'> {
  if (links === undefined || (facts.paths.length === 0 && !comparesArguments)) return undefined;
  // The paths of a notification are not resolved, because later messages would overtake the notification.
  if (message.kind === 'notification' && info.kind === 'notification') return undefined;
  const paths = prepared.pathsToResolve();
  if (paths.length === 0) return undefined;
  return whenReady(links.resolve(paths), (found) => found ?? 'unknown');
}

/**
 * Returns the denial if links could not be resolved. No approval is requested, because any path may be a link to a
 * denied file.
 */
function denyUnknownLinks({ prepared }: Call, { clock }: Context): Verdict {
  const ruling = prepared.evaluate({ now: clock.now(), links: new Map() });
  return ruling.action === 'deny' && ruling.rule !== 'default' ? toVerdict(ruling, undefined) : UNKNOWN_LINKS;
}

const UNKNOWN_LINKS: Verdict = {
  kind: 'deny',
  rule: 'links',
  reason: 'the symbolic links in the paths could not be resolved in time; try again',
};

/** Counts a call once against the rate limit of the rule that allows it. */
function countLimit({ limit, action }: Ruling, { counters, peers }: Context): Awaitable<number | undefined> {
  if (limit === undefined || action === 'deny') return undefined;
  if (counters === undefined) throw new Error('no counters are configured');
  const { rule, max, windowMs } = limit;
  return counters.hit({ key: `rule ${rule} ${peers.identity ?? ''}`, max, windowMs });
}

function toVerdict(ruling: Ruling, retryAfter: number | undefined): Verdict {
  const { action, rule, limit } = ruling;
  if (retryAfter !== undefined) {
    const limiting = limit?.rule ?? rule;
    const reason = `the rate limit of rule \`${limiting}\` is exceeded`;
    return { kind: 'deny', rule: limiting, reason, retryAfter };
  }
  if (action === 'allow' || action === 'log') return new Passing(ruling);
  const { reason, message } = ruling;
  if (action === 'deny') return { kind: 'deny', rule, reason, message, blocked: ruling.block === true };
  return { kind: 'ask', rule, reason, message, matched: ruling.matched, unnamed: ruling.unmatched ?? [] };
}

/** An allowing ruling. Its reason is computed on demand, because it is expensive and most calls do not need it. */
class Passing implements Note {
  readonly kind = 'note';
  readonly rule: string;
  readonly action: Action;
  readonly #ruling: Ruling;

  constructor(ruling: Ruling) {
    this.rule = ruling.rule;
    this.action = ruling.action;
    this.#ruling = ruling;
  }

  get reason(): string {
    return this.#ruling.reason;
  }
}
