// Exports SARIF 2.1.0: all denied messages, and all messages with findings.

import type { AuditRecord } from '../format/record.js';
import type { ExportFormat } from './format.js';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

export const sarif: ExportFormat = {
  begin: `{"$schema":"${schema}","version":"2.1.0","runs":[{"tool":{"driver":{"name":"clawdefender","rules":[]}},"results":[`,
  item(record, _line, first) {
    if (!isResult(record)) return '';
    return `${first ? '' : ','}\n${JSON.stringify(result(record))}`;
  },
  end: '\n]}]}\n',
};

const isResult = ({ kind, decision, findings = [] }: AuditRecord) =>
  (kind === 'decision' && decision === 'deny') || findings.length > 0;

/** Escapes untrusted names, because in a SARIF message `[text](url)` is a link and `{0}` is a placeholder. */
const literal = (text: string): string => text.replaceAll(/[[\]\\]/g, '\\$&').replaceAll(/[{}]/g, '$&$&');

const result = (record: AuditRecord) => ({
  ruleId: record.rule ?? record.kind,
  level: record.decision === 'deny' ? 'error' : 'warning',
  message: {
    text: literal(`${record.method ?? record.kind} ${record.tool ?? ''}: ${record.reason ?? ''}`.trim()),
  },
  locations: [
    {
      logicalLocations: [
        {
          name: record.tool ?? record.method ?? record.kind,
          fullyQualifiedName: [record.server, record.tool ?? record.method].filter(Boolean).join('/'),
          kind: 'function',
        },
      ],
    },
  ],
  partialFingerprints: { 'record/v1': record.hash },
  properties: {
    time: record.time,
    session: record.session,
    seq: record.seq,
    decision: record.decision,
    findings: record.findings,
  },
});
