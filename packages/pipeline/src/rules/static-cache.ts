// Answers that are given again without asking the server: the same tool with the same arguments for the same caller,
// under the same policy. While one call is under way, others with the same key wait for its answer.

import { findNumbers } from '@claw/jsonrpc-stream';
import { isRecord } from '../call.js';
import type { Clock } from '../ports.js';
import { canonicalJson } from '../question.js';
import type { Asked, Call, Context, Notice, Reply, Verdict } from '../types.js';
import { whenReady } from '../wait.js';
import { isAbout, type RuleParts, type RuleType } from './rule.js';

interface CacheGuard {
  /** Seconds. */
  readonly cache_ttl: number;
  readonly max_entries?: number;
  readonly shared?: boolean;
}

const SECOND = 1000;
const MOST_ENTRIES = 1000;
const LARGEST = 1024 * 1024;
/** Shorter than the patience that the pipeline has with a stage: whoever has waited so long asks himself. */
const PATIENCE = 8 * SECOND;

export const staticCache: RuleType = {
  type: 'static_cache',
  moment: 'answer',
  create(guard, name, parts) {
    const { cache_ttl: seconds, max_entries: most = MOST_ENTRIES, shared } = guard as unknown as CacheGuard;
    const isMeant = isAbout(guard);
    const underPolicy = policyKey(parts);
    const underWay = new Map<string, Waiting>();
    const kept = new Set<string>();

    const keyOf = ({ tool, params }: Call | Asked, { parties }: Context): string => {
      const caller = shared === true ? '' : (parties.identity ?? '');
      return `cache ${parts.digest(JSON.stringify([name, underPolicy, parties.server, tool, caller, canonicalJson(params['arguments'])]))}`;
    };
    const said = { rule: name, reason: 'the answer is known' };
    const fromCache = (text: string): Verdict => ({ kind: 'answer', ...said, result: JSON.parse(text) });

    return {
      name: 'guard',
      request(call, context) {
        const { cache } = context;
        if (!isCacheable(call) || !isMeant(call) || call.message.kind !== 'request') return undefined;
        if (cache === undefined) throw new Error('there is nothing to keep answers in');
        const key = keyOf(call, context);
        return whenReady(cache.get(key), (known) => {
          if (known !== undefined) return fromCache(known);
          const waiting = underWay.get(key);
          if (waiting === undefined) {
            underWay.set(key, new Waiting(context.clock, () => underWay.delete(key)));
            return undefined;
          }
          return waiting.answer.then((text) => (text === undefined ? undefined : fromCache(text)));
        });
      },
      answered(reply, verdicts, context) {
        const { about } = reply;
        if (about === undefined || !('asked' in reply) || !isCacheable(about) || !isMeant(about)) return;
        const key = keyOf(about, context);
        const text = resultText(reply, verdicts);
        underWay.get(key)?.settle(text);
        if (text === undefined || context.cache === undefined) return;
        kept.delete(key);
        kept.add(key);
        void context.cache.set(key, text, seconds * SECOND);
        for (const oldest of kept) {
          if (kept.size <= most) break;
          kept.delete(oldest);
          void context.cache.remove(oldest);
        }
      },
    };
  },
};

/** A change of the policy begins a new cache: what it lets pass may differ. */
const policyKey = ({ policy, digest }: RuleParts): string =>
  digest(JSON.stringify([policy.default, policy.rules, policy.settings]));

/** Calls whose answer depends on nothing but tool and arguments: no second round, no task. */
const isCacheable = ({ tool, params }: Pick<Call | Asked, 'tool' | 'params'>): boolean =>
  tool !== undefined &&
  ['inputResponses', 'requestState', 'task'].every((member) => params[member] === undefined) &&
  isDistinct(params['arguments']);

/** Whether every number is what was written: neighbours beyond 2^53 are the same number to us, and not to every server. */
function isDistinct(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isDistinct);
}

/** The result as text when it may be given again: complete, no error, unchanged by us, and exact when it is read. */
function resultText(reply: Reply | Notice, verdicts: readonly Verdict[]): string | undefined {
  const { message } = reply;
  if (verdicts.some(({ kind }) => kind === 'rewrite') || message.bytes.length > LARGEST) return undefined;
  const { result } = message.value as { result?: unknown };
  if (!isRecord(result) || result['isError'] === true || result['task'] !== undefined) return undefined;
  if (![undefined, 'complete'].includes(result['resultType'] as string | undefined)) return undefined;
  const isExact = findNumbers(message.bytes).every((token) => String(Number(token)) === token);
  return isExact ? JSON.stringify(result) : undefined;
}

/** Others who want the answer to a call that is under way. */
class Waiting {
  readonly answer: Promise<string | undefined>;
  settle: (text: string | undefined) => void = () => {};

  constructor(clock: Clock, over: () => void) {
    this.answer = new Promise((resolve) => {
      const cancel = clock.after(PATIENCE, () => this.settle(undefined));
      this.settle = (text) => {
        cancel();
        over();
        resolve(text);
      };
    });
  }
}
