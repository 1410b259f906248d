// Exports events in OCSF 1.3 as JSON lines: one event of the class API Activity (6003) for each decision and reply.

import type { AuditRecord } from '../format/record.js';
import type { ExportFormat } from './format.js';

const apiActivity = 6003;
const otherActivity = 99;

export const ocsf: ExportFormat = {
  begin: '',
  item: (record) =>
    record.kind === 'decision' || record.kind === 'reply' ? `${JSON.stringify(event(record))}\n` : '',
  end: '',
};

// Identifiers and captions of the schema.
const allowed = { action: 'Allowed', action_id: 1 };
const success = { status: 'Success', status_id: 1 };

const outcomes: Readonly<Record<string, object>> = {
  allow: { ...allowed, disposition: 'Allowed', disposition_id: 1, ...success },
  log: { ...allowed, disposition: 'Logged', disposition_id: 17, ...success },
  // The schema has no action for a pending approval.
  prompt: {
    action: 'Unknown',
    action_id: 0,
    disposition: 'Delayed',
    disposition_id: 14,
    status: 'Unknown',
    status_id: 0,
  },
  deny: {
    action: 'Denied',
    action_id: 2,
    disposition: 'Blocked',
    disposition_id: 2,
    status: 'Failure',
    status_id: 2,
  },
};

/** For messages that would have been blocked without observe mode. */
const detected = { ...allowed, disposition: 'Detected', disposition_id: 15, ...success };

function outcomeOf({ decision = '', observed }: AuditRecord): object | undefined {
  const isKeptBack = decision === 'deny' || decision === 'prompt';
  return observed === true && isKeptBack ? detected : outcomes[decision];
}

function event(record: AuditRecord) {
  const denied = record.decision === 'deny';
  const operation = record.tool ?? record.method ?? record.kind;
  return {
    category_uid: 6,
    category_name: 'Application Activity',
    class_uid: apiActivity,
    class_name: 'API Activity',
    activity_id: otherActivity,
    activity_name: record.method ?? record.kind,
    type_uid: apiActivity * 100 + otherActivity,
    type_name: 'API Activity: Other',
    time: Date.parse(record.time),
    message: `${record.decision ?? record.kind} ${operation}: ${record.reason ?? ''}`,
    ...outcomeOf(record),
    severity: denied ? 'Medium' : 'Informational',
    severity_id: denied ? 3 : 1,
    status_detail: record.reason,
    actor: { user: { name: record.identity ?? 'local' }, app_name: record.client },
    api: { operation, service: { name: record.server } },
    src_endpoint: { name: record.client ?? 'client' },
    dst_endpoint: { name: record.server },
    firewall_rule: record.rule === undefined ? undefined : { name: record.rule },
    metadata: {
      version: '1.3.0',
      // The profile that defines actions, dispositions and rules.
      profiles: ['security_control'],
      product: { name: 'ClawDefender', vendor_name: 'ClawDefender' },
      uid: record.hash,
      sequence: record.seq,
      correlation_uid: record.session,
    },
    unmapped: { kind: record.kind, arguments: record.arguments, findings: record.findings },
  };
}
