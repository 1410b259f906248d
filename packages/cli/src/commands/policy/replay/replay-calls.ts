// Evaluates logged requests with a policy, for `policy replay`, `policy learn` and `scan --history`. The evaluation
// does not count against limits, request approvals, write files or start processes. Data that the log does not contain
// is reported as missing.

import { type AuditFilter, type AuditRecord, neededApproval, queryAudit } from '@claw/audit';
import type { RequestDecision } from '@claw/pipeline';
import { type Action, type Environment, type Policy, type PolicyEvent, readAction } from '@claw/policy';
import { createLinkResolver, longTimeout } from '../../../files/resolve-links.js';
import { parseEntry } from '../../audit/format-entry.js';
import { createReplayDecision } from './replay-decision.js';
import { doubtAbout } from './replay-doubt.js';

/** A logged request. */
export interface LoggedCall {
  readonly record: AuditRecord;
  /** The part of the request that the log contains. */
  readonly event: PolicyEvent;
  /** The facts that the log contains about the machine on which the proxy ran. */
  readonly environment: Partial<Environment>;
  /** The decision before any approval. */
  readonly decision: Action;
  /**
   * The reason why the decision on the real call may differ: the log entry is masked or truncated, or the decision
   * depended on more than the call.
   */
  readonly doubt?: string;
}

/** A logged request with its new decision. */
export interface ReplayedCall extends LoggedCall {
  readonly now: RequestDecision;
}

export interface ReplayOptions {
  readonly folder: string;
  /** The filter for entries. `kind` is not part of it, because only decisions are read. */
  readonly filter?: Omit<AuditFilter, 'kind'>;
  /** Called while an index is built, with the number of bytes that were just read. */
  readonly onProgress?: (bytes: number) => void;
}

/** Returns all logged requests that match the filter, oldest first. */
export async function* readLoggedCalls({
  folder,
  filter = {},
  onProgress = () => {},
}: ReplayOptions): AsyncGenerator<LoggedCall> {
  const places = await placesOfSessions(folder, onProgress);
  for await (const line of queryAudit(folder, { ...filter, kind: 'decision' }, { onProgress })) {
    const record = parseEntry(line);
    const decision = wordOfPolicy(record);
    if (decision === undefined || record.method === undefined) continue;
    const doubt = doubtAbout(record);
    yield {
      record,
      event: toEvent(record, record.method),
      environment: places.get(record.session) ?? {},
      decision,
      ...(doubt !== undefined && { doubt }),
    };
  }
}

/**
 * Returns the same requests with the decision that `proxy` would make under this policy. Links are resolved to their
 * current targets.
 */
export async function* replayCalls(policy: Policy, options: ReplayOptions): AsyncGenerator<ReplayedCall> {
  const judge = createReplayDecision(policy, createLinkResolver({ limit: longTimeout }));
  const limited = new Set(policy.rules.filter(({ rateLimit }) => rateLimit).map(({ name }) => name));
  // Agents often repeat calls, so decisions are cached.
  const known = new Map<string, RequestDecision>();
  for await (const call of readLoggedCalls(options)) {
    const key = JSON.stringify([call.event, call.environment]);
    const now = known.get(key) ?? (await judge(call.event, call.environment));
    if (known.size >= maxKnown) known.clear();
    known.set(key, now);
    const usedUp = call.decision === 'deny' && limited.has(call.record.rule ?? '');
    yield usedUp ? { ...call, now, doubt: 'its rule has a rate limit' } : { ...call, now };
  }
}

const maxKnown = 10_000;

/**
 * Returns the folders for relative paths in each session: the folder in which the proxy ran, and the folders of its
 * server.
 */
async function placesOfSessions(folder: string, onProgress: (bytes: number) => void) {
  const places = new Map<string, LoggedCall['environment']>();
  for await (const line of queryAudit(folder, { kind: 'session_start' }, { onProgress })) {
    const { session, cwd, folders } = parseEntry(line) as AuditRecord & Record<'cwd' | 'folders', unknown>;
    const given = Array.isArray(folders) ? folders.filter((one) => typeof one === 'string') : [];
    if (typeof cwd === 'string') places.set(session, { cwd, ...(given.length > 0 && { folders: given }) });
  }
  return places;
}

function toEvent(record: AuditRecord, method: string): PolicyEvent {
  const { server, client, identity, direction, tool, arguments: recorded } = record;
  const params =
    method === 'tools/call'
      ? { name: tool ?? '', ...(recorded !== undefined && { arguments: recorded }) }
      : recorded;
  return {
    method,
    server,
    ...(params !== undefined && { params }),
    ...(client !== undefined && { client }),
    ...(identity !== undefined && { identity }),
    ...(direction !== undefined && { direction }),
  };
}

/**
 * Returns the decision of the policy. An approved or denied request is logged with the result of the approval, but the
 * policy decided `prompt`.
 */
const wordOfPolicy = (record: AuditRecord): Action | undefined =>
  neededApproval(record) ? 'prompt' : readAction(record.decision);
