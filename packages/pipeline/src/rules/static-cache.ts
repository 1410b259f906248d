// Answers that are given again without asking the server: the same tool with the same arguments for the same caller,
// under the same policy. While one call is under way, others with the same key wait for its answer.

import { findNumbers } from '@claw/jsonrpc-stream';
import { canonicalJson } from '../approvals/approval-request.js';
import { whenReady } from '../awaitable.js';
import { isRecord } from '../is-record.js';
import type { Clock } from '../ports.js';
import type { Call, Context, Reply, SentRequest, ServerNotification, Verdict } from '../types.js';
import { appliesTo, type RuleParts, type RuleType } from './rule.js';

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
const TIMEOUT_MS = 8 * SECOND;

export const staticCache: RuleType = {
  type: 'static_cache',
  phase: 'answer',
  create(guard, { name }, parts) {
    const { cache_ttl: seconds, max_entries: most = MOST_ENTRIES, shared } = guard as unknown as CacheGuard;
    const isMeant = appliesTo(guard);
    const underPolicy = policyKey(parts);
    const underWay = new Map<string, PendingResult>();
    const kept = new Set<string>();

    const keyOf = ({ tool, params }: Call | SentRequest, { peers }: Context): string => {
      const caller = shared === true ? '' : (peers.identity ?? '');
      return `cache ${parts.digest(JSON.stringify([name, underPolicy, parts.proxy?.id ?? peers.server, tool, caller, canonicalJson(params['arguments'])]))}`;
    };
    const said = { rule: name, reason: 'answered from the cache' };
    const fromCache = (text: string): Verdict => ({ kind: 'answer', ...said, result: JSON.parse(text) });

    return {
      name: 'guard',
      request(call, context) {
        const { cache } = context;
        if (!isCacheable(call) || !isMeant(call) || call.message.kind !== 'request') return undefined;
        if (cache === undefined) throw new Error('no cache is configured');
        const key = keyOf(call, context);
        return whenReady(cache.get(key), (known) => {
          if (known !== undefined) return fromCache(known);
          const waiting = underWay.get(key);
          if (waiting === undefined) {
            underWay.set(key, new PendingResult(context.clock, () => underWay.delete(key)));
            return undefined;
          }
          return waiting.answer.then((text) => (text === undefined ? undefined : fromCache(text)));
        });
      },
      onDelivered(reply, verdicts, context) {
        const { origin } = reply;
        if (origin === undefined || !('request' in reply) || !isCacheable(origin) || !isMeant(origin)) return;
        const key = keyOf(origin, context);
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
const policyKey = ({ policy, proxy, digest }: RuleParts): string =>
  digest(JSON.stringify([policy.default, policy.rules, policy.settings, proxy?.rules]));

/** Calls whose answer depends on nothing but tool and arguments: no second round, no task. */
const isCacheable = ({ tool, params }: Pick<Call | SentRequest, 'tool' | 'params'>): boolean =>
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
function resultText(reply: Reply | ServerNotification, verdicts: readonly Verdict[]): string | undefined {
  const { message } = reply;
  if (verdicts.some(({ kind }) => kind === 'rewrite') || message.bytes.length > LARGEST) return undefined;
  const { result } = message.value as { result?: unknown };
  if (!isRecord(result) || result['isError'] === true || result['task'] !== undefined) return undefined;
  if (![undefined, 'complete'].includes(result['resultType'] as string | undefined)) return undefined;
  const isExact = findNumbers(message.bytes).every((token) => String(Number(token)) === token);
  return isExact ? JSON.stringify(result) : undefined;
}

/** Others who want the answer to a call that is under way. */
class PendingResult {
  readonly answer: Promise<string | undefined>;
  settle: (text: string | undefined) => void = () => {};

  constructor(clock: Clock, over: () => void) {
    this.answer = new Promise((resolve) => {
      const cancel = clock.after(TIMEOUT_MS, () => this.settle(undefined));
      this.settle = (text) => {
        cancel();
        over();
        resolve(text);
      };
    });
  }
}
