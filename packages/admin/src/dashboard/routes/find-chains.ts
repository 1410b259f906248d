// Builds attack chains as graphs: the call that completed a chain, with the earlier calls that its reason names.

import { type AuditRecord, queryAuditPage, readRecordContext } from '@claw/audit';

interface ChainNode {
  readonly session: string;
  readonly seq: number;
  readonly time: string;
  readonly server: string;
  readonly tool: string;
  readonly decision: string;
  readonly role: string;
}

interface Chain {
  readonly rule: string;
  readonly reason: string;
  /** In order of time; the last one completed the chain. */
  readonly nodes: readonly ChainNode[];
}

const maxChains = 12;

/** The newest chains since a time, newest first. */
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
  // A tool that was called several times is shown at its last call.
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

/** The chain stage names the pattern in its reason or in the trail. */
function ruleOf({ trail, rule = 'chains' }: AuditRecord): string {
  if (!Array.isArray(trail)) return rule;
  const names = trail.map((step: unknown) => (step as { rule?: unknown } | null)?.rule);
  return (
    names.find(
      (name): name is string => typeof name === 'string' && name !== 'chains' && name !== 'default',
    ) ?? rule
  );
}

const toNode = (
  { session, seq, time, server, tool, method, decision = '' }: AuditRecord,
  role: string,
): ChainNode => ({
  session,
  seq,
  time,
  server,
  tool: tool ?? method ?? '',
  decision,
  role,
});
