// Implements `scan --history`: finds logged calls that were allowed but that the current policy would not allow.
// Nothing is started, no call counts against limits, and no approval is requested.

import { parseTime } from '../../command-line/parse-duration.js';
import { auditFolder } from '../../files/paths.js';
import { readPolicy } from '../../firewall/policy-file.js';
import type { Colour } from '../../terminal/colour.js';
import type { Output } from '../../terminal/output.js';
import { pluralize } from '../../terminal/pluralize.js';
import { printable } from '../../terminal/printable.js';
import { createIndexProgress } from '../audit/index-progress.js';
import { type ReplayedCall, replayCalls } from '../policy/replay/replay-calls.js';

/** A group of similar calls that one rule would stop. */
export interface PastItem {
  readonly server: string;
  readonly method: string;
  readonly tool: string | null;
  /** The decision in the log. */
  readonly before: string;
  readonly now: string;
  readonly rule: string;
  readonly reason: string;
  readonly count: number;
  readonly last: string;
  /** The reason why the result may be wrong for some of the calls, because the log does not contain everything. */
  readonly doubt: string | null;
}

export interface History {
  readonly since: string | null;
  /** The number of evaluated calls. */
  readonly judged: number;
  /** The number of calls that were denied or required approval in the log as well. */
  readonly stopped: number;
  /** The calls that were allowed, the most frequent first. */
  readonly items: readonly PastItem[];
}

/** Evaluates the logged calls of the servers that `includesServer` selects; undefined after printing an error. */
export async function readHistory(
  since: string | undefined,
  includesServer: (server: string) => boolean,
  output: Output,
): Promise<History | undefined> {
  const from = since === undefined ? undefined : parseTime(since, Date.now());
  if (since !== undefined && from === undefined) {
    output.error(
      `Invalid value for \`--since\`: \`${since}\`. Use a duration (\`7d\`, \`1h\`) or a date (\`2026-07-28\`).`,
    );
    return undefined;
  }
  const policy = await readPolicy(undefined, output);
  if (policy === undefined) return undefined;
  const progress = createIndexProgress();
  const groups = new Map<string, PastItem>();
  let [judged, stopped] = [0, 0];
  const past = { folder: auditFolder(process.env), filter: { since: from }, onProgress: progress.add };
  for await (const call of replayCalls(policy, past)) {
    if (!includesServer(call.record.server)) continue;
    judged++;
    if (!stops(call.now.decision)) continue;
    if (stops(call.decision)) stopped++;
    else addTo(groups, call);
  }
  progress.end();
  return {
    since: from === undefined ? null : new Date(from).toISOString(),
    judged,
    stopped,
    items: [...groups.values()].sort((left, right) => right.count - left.count),
  };
}

const stops = (decision: string): boolean => decision === 'deny' || decision === 'prompt';

function addTo(groups: Map<string, PastItem>, { record, event, decision, now, doubt }: ReplayedCall): void {
  const { server, tool = null, time } = record;
  const key = JSON.stringify([server, event.method, tool, decision, now.decision, now.rule]);
  const known = groups.get(key);
  groups.set(key, {
    server,
    method: event.method,
    tool,
    before: decision,
    now: now.decision,
    rule: now.rule,
    reason: now.reason,
    count: (known?.count ?? 0) + 1,
    last: time,
    doubt: known?.doubt ?? doubt ?? null,
  });
}

/** Formats the history for users. */
export function historyLines({ since, judged, stopped, items }: History, colour: Colour): string[] {
  const span = since === null ? 'all time' : `since ${since.slice(0, 10)}`;
  const calls = pluralize(judged, 'call');
  if (judged === 0) return [`History (${span}): no logged calls.`];
  const tail = stopped === 0 ? '' : `, ${stopped} were denied and still would be`;
  if (items.length === 0)
    return [
      `History (${span}): the current policy would allow all allowed calls (${calls} in total)${tail}.`,
    ];
  const count = items.reduce((sum, item) => sum + item.count, 0);
  return [
    colour.bold(`History (${span}): the current policy would not allow ${count} of ${calls}${tail}.`),
    ...items.flatMap(({ server, method, tool, now, rule, reason, count, last, doubt }) => [
      `${String(count).padStart(6)}  ${now === 'deny' ? colour.danger('deny   ') : 'prompt '}  ${colour.accent(printable(server))} ${printable(tool ?? method)}  ${printable(rule)}`,
      `                 ${printable(reason)}`,
      colour.dim(`                 last ${last}${doubt === null ? '' : `; uncertain: ${printable(doubt)}`}`),
    ]),
  ];
}
