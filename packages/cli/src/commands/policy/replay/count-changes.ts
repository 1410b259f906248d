// Counts the logged calls that another policy would decide differently.

import type { Policy } from '@claw/policy';
import { type ReplayedCall, type ReplayOptions, replayCalls } from './replay-calls.js';

/** A group of equal changes, with the number of calls. */
export interface Change {
  readonly server: string;
  readonly tool: string;
  readonly before: string;
  readonly after: string;
  readonly rule: string;
  readonly reason: string;
  /** The reason why the new decision is uncertain. */
  readonly doubt?: string;
  readonly example: unknown;
  readonly last: string;
  count: number;
}

/** `unsure` counts the calls that would probably be decided differently, but whose log entries lack relevant data. */
export interface Changes {
  readonly calls: number;
  readonly changed: number;
  readonly unsure: number;
  /** The changes, the most frequent first. */
  readonly items: readonly Change[];
}

export async function countChanges(policy: Policy, options: ReplayOptions): Promise<Changes> {
  const changes = new Map<string, Change>();
  let calls = 0;
  for await (const call of replayCalls(policy, options)) {
    calls += 1;
    if (call.now.decision !== call.decision) count(changes, call);
  }
  const items = [...changes.values()].sort((left, right) => right.count - left.count);
  const changed = sum(items.filter(({ doubt }) => doubt === undefined));
  return { calls, changed, unsure: sum(items) - changed, items };
}

const sum = (changes: readonly Change[]) => changes.reduce((total, { count: one }) => total + one, 0);

function count(changes: Map<string, Change>, { record, decision, now, doubt }: ReplayedCall): void {
  const { server, tool, method = '', arguments: example, time } = record;
  const name = tool ?? method;
  const key = JSON.stringify([server, name, decision, now.decision, now.rule, doubt]);
  const known = changes.get(key);
  changes.set(key, {
    server,
    tool: name,
    before: decision,
    after: now.decision,
    rule: now.rule,
    reason: now.reason,
    ...(doubt !== undefined && { doubt }),
    example,
    last: time,
    count: (known?.count ?? 0) + 1,
  });
}
