// Builds attack chains as graphs: the call that completed a chain, with the earlier calls that its reason names.

import { type AuditRecord, queryAuditPage, readRecordContext } from '@claw/audit';
import type { Chain, ChainNode } from '@claw/dashboard/types';
import { findTarget } from '../live/find-target.js';

const maxChains = 12;

/** Returns the chains since a time, newest first. */
export async function findChains(folder: string, since: number): Promise<readonly Chain[]> {
  const { lines } = await queryAuditPage(
    folder,
    { rule: 'chains', kind: 'decision', since },
    { limit: maxChains },
  );
  const records = lines.map((line) => JSON.parse(line) as AuditRecord);
  return Promise.all(records.map((record) => toChain(folder, record)));
}

async function toChain(folder: string, record: AuditRecord): Promise<Chain> {
  const { reason = '', session, seq, time } = record;
  const context = await readRecordContext(folder, session, seq);
  const named = new Set([...reason.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const earlier = (context?.neighbours ?? []).filter(
    (other) =>
      other.seq < seq && other.time <= time && other.decision !== 'deny' && named.has(other.tool ?? ''),
  );
  // If a tool was called several times, only its last call is shown.
  const last = new Map(earlier.map((other) => [other.tool, other]));
  return {
    rule: ruleOf(record),
    reason,
    nodes: [
      ...[...last.values()].map((other) => toNode(other, 'earlier call')),
      toNode(record, 'completes the chain'),
    ],
  };
}

/** Returns the name of the chain, which is in the reason of the chain stage or in the trail. */
function ruleOf({ trail, rule = 'chains' }: AuditRecord): string {
  if (!Array.isArray(trail)) return rule;
  const names = trail.map((step: unknown) => (step as { rule?: unknown } | null)?.rule);
  return (
    names.find(
      (name): name is string => typeof name === 'string' && name !== 'chains' && name !== 'default',
    ) ?? rule
  );
}

function toNode(record: AuditRecord, role: string): ChainNode {
  const { session, seq, time, server, tool, method, decision = '' } = record;
  const target = findTarget(record.arguments);
  return {
    session,
    seq,
    time,
    server,
    tool: tool ?? method ?? '',
    ...(target !== undefined && { target }),
    decision,
    role,
  };
}
