// The part of an audit record that a list of events shows. The rest is fetched when the user opens the event.

import type { AuditRecord } from '@claw/audit';

export interface EventSummary {
  readonly session: string;
  readonly seq: number;
  readonly time: string;
  readonly kind: string;
  readonly server: string;
  readonly client?: string;
  readonly direction?: string;
  readonly method?: string;
  readonly tool?: string;
  readonly decision?: string;
  readonly rule?: string;
  readonly reason?: string;
  /** The distinct kinds and detectors of findings. */
  readonly findings?: readonly string[];
  /** Additional results: `redacted`, `approval`, `observed`. */
  readonly marks?: readonly string[];
  readonly state?: string;
  readonly by?: string;
  readonly decide_us?: number;
}

const maxText = 300;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxText) : undefined;

const membersOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];

/** Log lines are untrusted, so the type of each member is checked. */
export function summarize(record: AuditRecord): EventSummary {
  const findings = membersOf(record.findings).flatMap(({ kind, detector }) =>
    [kind, detector].flatMap((name) => textOf(name) ?? []),
  );
  const marks = marksOf(record);
  const { client, direction, method, tool, decision, rule, reason, state, by } = record;
  const texts = Object.entries({ client, direction, method, tool, decision, rule, reason, state, by });
  return {
    session: record.session,
    seq: record.seq,
    time: record.time,
    kind: record.kind,
    server: record.server.slice(0, maxText),
    ...Object.fromEntries(
      texts.flatMap(([name, value]) => (textOf(value) === undefined ? [] : [[name, textOf(value)]])),
    ),
    ...(findings.length > 0 && { findings: [...new Set(findings)] }),
    ...(marks.length > 0 && { marks }),
    ...(typeof record.decide_us === 'number' && { decide_us: record.decide_us }),
  };
}

function marksOf({ trail, observed }: AuditRecord): readonly string[] {
  const verdicts = new Set(membersOf(trail).map(({ verdict }) => verdict));
  return [
    ...(verdicts.has('rewrite') ? ['redacted'] : []),
    ...(verdicts.has('ask') ? ['approval'] : []),
    ...(observed === true ? ['observed'] : []),
  ];
}
