// Refusals and findings, one line each on stderr, so that a user sees why a call did not work. The full record is
// kept elsewhere.

import type { AuditEntry } from '@claw/pipeline';
import { printable } from '../printable.js';

/** What a decision looks like on stderr; undefined when there is nothing to tell. */
export function describeDecision(entry: AuditEntry): string | undefined {
  const subject = entry.tool === undefined ? entry.method : `${entry.method} \`${entry.tool}\``;
  const which = entry.kind === 'reply' ? `the answer to ${subject}` : subject;
  const would = entry.observed ? 'would have ' : '';
  if (entry.decision === 'deny') return printable(`${would}refused ${which}: ${entry.rule}: ${entry.reason}`);
  if (entry.decision === 'prompt')
    return printable(`${would}asked about ${which}: ${entry.rule}: ${entry.reason}`);
  const loud = entry.trail.find(
    ({ verdict, stage }) => verdict === 'rewrite' || (verdict === 'note' && stage !== 'policy'),
  );
  if (loud === undefined) return undefined;
  const did = loud.verdict === 'rewrite' ? `${would}redacted` : 'noticed in';
  return printable(`${did} ${which}: ${loud.rule}: ${loud.reason}`);
}
