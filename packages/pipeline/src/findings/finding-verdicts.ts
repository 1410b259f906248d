// Converts findings in a message into verdicts, as the configured action requires.

import { type Engine, type Finding, redactionMarker, type TextOptions } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import { whenReady } from '../awaitable.js';
import type { Clock } from '../ports.js';
import { redactMessage } from '../redaction/redact-message.js';
import type { SearchText } from '../text/base64.js';
import { type MessageTexts, searchText, showPath, type TextFindings } from '../text/message-texts.js';
import type { LocatedFinding, Verdict } from '../types.js';

export type FindingAction = 'off' | 'log' | 'redact' | 'block';

/** The rule, the action and the reason for findings of one kind. */
export interface FindingRule {
  readonly rule: string;
  readonly reason: string;
  readonly action: FindingAction;
  readonly suggestion?: string;
  readonly replacement?: string;
}

/** Returns the findings that match the filter; strings without such findings are omitted. */
export function pickFindings(
  found: readonly TextFindings[],
  keep: (finding: Finding, text: TextFindings) => boolean,
): readonly TextFindings[] {
  return found.flatMap((text) => {
    const findings = text.findings.filter((finding) => keep(finding, text));
    return findings.length === 0 ? [] : [{ ...text, findings }];
  });
}

/** Adds the location of each finding, for the log. */
export const locate = (found: readonly TextFindings[]): readonly LocatedFinding[] =>
  found.flatMap(({ span, findings }) =>
    findings.map((finding) => ({
      finding,
      where: span.isKey ? `a key of ${showPath(span.path.slice(0, -1))}` : showPath(span.path),
    })),
  );

/** Returns the verdict on findings of one kind in a response or a notification. */
export function verdictOnFindings(
  texts: MessageTexts,
  found: readonly TextFindings[],
  { rule, reason, action, suggestion, replacement = redactionMarker }: FindingRule,
  search: SearchText,
  clock: Clock,
): Awaitable<Verdict | undefined> {
  if (found.length === 0 || action === 'off') return undefined;
  const findings = locate(found);
  const details = { rule, reason, findings };
  if (action === 'log') return { kind: 'note', ...details };
  const blocked = { kind: 'deny', ...details, blocked: true, suggestion } as const;
  if (action === 'block') return blocked;
  return whenReady(
    redactMessage(texts, found, search, clock, () => replacement),
    (redacted): Verdict =>
      redacted.kind === 'impossible'
        ? { ...blocked, reason: `${reason}; ${redacted.reason}` }
        : { kind: 'rewrite', ...details, replacements: redacted.replacements },
  );
}

/** Creates a search that returns only the findings that match the filter. */
export const createSearch =
  (engine: Engine, options: TextOptions, clock: Clock, keep: (finding: Finding) => boolean): SearchText =>
  (text) =>
    whenReady(searchText(text, engine, options, clock), (findings) => findings.filter(keep));
