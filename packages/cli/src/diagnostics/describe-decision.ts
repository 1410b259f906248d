// Describes denials and findings as diagnostics, so that users see why a call failed. Clients store stderr in log
// files, so an event names the tool and the rule, but contains no part of the message; the audit log has the details.

import type { AuditEntry } from '@claw/pipeline';
import { printable } from '../terminal/printable.js';
import { shellQuote } from '../terminal/shell-quote.js';
import { truncate } from '../terminal/wrap-text.js';
import type { DiagnosticEvent } from './diagnostics.js';
import { isNote, otherRules } from './other-rules.js';

/** Returns the event for a decision on a message of `server`; undefined if there is nothing to report. */
export function describeDecision(entry: AuditEntry, server: string): DiagnosticEvent | undefined {
  const { kind, id, method, tool, decision, rule, trail, observed } = entry;
  const event = (level: DiagnosticEvent['level'], name: string, text: string, shown: string | undefined) => ({
    level,
    event: name,
    message: printable(text),
    fields: { kind, method, ...(tool !== undefined && { tool }), rule: shown, observed },
  });
  const call = tool === undefined ? `\`${method}\`` : `\`${method}\` of \`${tool.slice(0, 100)}\``;
  // Among the messages that are logged as replies, only notifications have no id.
  const reply =
    id === undefined && method !== 'unknown' ? `the notification ${call}` : `the response to ${call}`;
  const subject = kind === 'reply' ? reply : call;
  const why = rule === PIN ? `: the tool has changed since it was accepted${seeTools(server, tool)}` : '';
  const forwarded = `Observe mode: forwarded ${subject}`;
  if (decision === 'deny') {
    const text = observed
      ? `${forwarded}, which rule \`${rule}\` would have denied${why}`
      : `Denied ${subject} by rule \`${rule}\`${why || SEE_REASON}`;
    return event('warn', 'denied', text, rule);
  }
  if (decision === 'prompt') {
    const text = observed
      ? `${forwarded}, for which rule \`${rule}\` would have required approval${why}`
      : `Approval required for ${subject} by rule \`${rule}\`${why || SEE_APPROVALS}`;
    return event('info', 'approval_required', text, rule);
  }
  const step = trail.find(({ verdict }) => verdict === 'rewrite') ?? trail.find(isNote);
  if (step === undefined) return undefined;
  // Other findings are shown as well: a redacted secret must not hide a prompt injection in the same message.
  const others = otherRules(trail, step.rule);
  const also =
    others.length === 0 ? '' : ` (also found: ${others.map((other) => `\`${other}\``).join(', ')})`;
  const detail = `${also}${method === 'tools/list' ? describeTools(step, server) : ''}`;
  if (step.verdict === 'rewrite')
    return event(
      'warn',
      'redacted',
      observed
        ? `${forwarded}, which rule \`${step.rule}\` would have redacted${detail}`
        : `Redacted ${subject} by rule \`${step.rule}\`${detail}`,
      step.rule,
    );
  return event('warn', 'finding', `Rule \`${step.rule}\` found a problem in ${subject}${detail}`, step.rule);
}

/**
 * Describes a decision on a list of tools by the name of the tool. The text after the first colon of a reason comes
 * from the server and is omitted.
 */
function describeTools({ rule, reason = '' }: AuditEntry['trail'][number], server: string): string {
  const [what = ''] = reason.split(': ');
  const text = what === '' ? '' : `: ${truncate(what, 200)}`;
  if (rule === PIN) return text + seeTools(server, undefined);
  return rule === 'tools.poisoning' ? text + seeTools(server, undefined, 'list') : text;
}

const PIN = 'tools.pin';
const SEE_REASON = '. Run `clawdefender audit query --decision deny` to see the reason.';
const SEE_APPROVALS = '. Run `clawdefender approvals list` to decide.';

/**
 * Returns the command that shows the change or the finding. If a name cannot be typed, it is omitted together with all
 * following words.
 */
function seeTools(server: string, tool: string | undefined, verb = 'diff'): string {
  const names = [server, ...(tool === undefined ? [] : [tool])];
  const odd = names.findIndex((name) => name === '' || printable(name) !== name || name.includes('`'));
  const typed = names.slice(0, odd === -1 ? names.length : odd).map(shellQuote);
  return `. Run \`${[`clawdefender tools ${verb}`, ...typed].join(' ')}\` to see the details.`;
}
