// Refusals and findings, one line each on stderr, so that a user sees why a call did not work. Clients keep stderr in log
// files, so a line names the tool and the rule and nothing of what was sent; `clawdefender audit` knows the rest.

import type { AuditEntry } from '@claw/pipeline';
import { printable } from '../printable.js';

/** What a decision looks like on stderr; undefined when there is nothing to tell. */
export function describeDecision({
  kind,
  method,
  tool,
  decision,
  rule,
  trail,
  observed,
}: AuditEntry): string | undefined {
  const subject = tool === undefined ? method : `${method} \`${tool.slice(0, 100)}\``;
  const which = kind === 'reply' ? `the answer to ${subject}` : subject;
  const would = observed ? 'would have ' : '';
  if (decision === 'deny') return printable(`${would}refused ${which}: ${rule}`);
  if (decision === 'prompt') return printable(`${would}asked about ${which}: ${rule}`);
  const loud = trail.find(
    ({ verdict, stage }) => verdict === 'rewrite' || (verdict === 'note' && stage !== 'policy'),
  );
  if (loud === undefined) return undefined;
  const did = loud.verdict === 'rewrite' ? `${would}redacted` : 'noticed in';
  return printable(`${did} ${which}: ${loud.rule}`);
}
