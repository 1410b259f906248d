// What is done about findings in a message, by the words that a policy uses for it.

import { type Engine, type Finding, redaction, type TextOptions } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { SearchText } from './blobs.js';
import { redactTexts } from './cuts.js';
import type { Clock } from './ports.js';
import { searchText, showPath, type TextFindings, type Texts } from './texts.js';
import type { Located, Verdict } from './types.js';
import { whenReady } from './wait.js';

export type Treatment = 'off' | 'log' | 'redact' | 'block';

/** What is to be done with the findings of one kind. */
export interface Treated {
  readonly rule: string;
  readonly reason: string;
  readonly treatment: Treatment;
  readonly suggestion?: string;
  readonly replacement?: string;
}

/** The findings that a test keeps, without the strings that then have none. */
export function pickFindings(
  found: readonly TextFindings[],
  keep: (finding: Finding, text: TextFindings) => boolean,
): readonly TextFindings[] {
  return found.flatMap((text) => {
    const findings = text.findings.filter((finding) => keep(finding, text));
    return findings.length === 0 ? [] : [{ ...text, findings }];
  });
}

/** Findings with their place in words, for the record. */
export const locate = (found: readonly TextFindings[]): readonly Located[] =>
  found.flatMap(({ span, findings }) =>
    findings.map((finding) => ({
      finding,
      where: span.isKey ? `a key of ${showPath(span.path.slice(0, -1))}` : showPath(span.path),
    })),
  );

/** The verdict on findings of one kind in an answer or a notification. */
export function treat(
  texts: Texts,
  found: readonly TextFindings[],
  { rule, reason, treatment, suggestion, replacement = redaction }: Treated,
  search: SearchText,
  clock: Clock,
): Awaitable<Verdict | undefined> {
  if (found.length === 0 || treatment === 'off') return undefined;
  const findings = locate(found);
  const said = { rule, reason, findings };
  if (treatment === 'log') return { kind: 'note', ...said };
  const blocked = { kind: 'deny', ...said, blocked: true, suggestion } as const;
  if (treatment === 'block') return blocked;
  return whenReady(
    redactTexts(texts, found, search, clock, () => replacement),
    (redacted): Verdict =>
      redacted.kind === 'impossible'
        ? { ...blocked, reason: `${reason}; ${redacted.reason}` }
        : { kind: 'rewrite', ...said, cuts: redacted.cuts },
  );
}

/** Searches texts for findings that a test keeps. */
export const searchFor =
  (engine: Engine, options: TextOptions, clock: Clock, keep: (finding: Finding) => boolean): SearchText =>
  (text) =>
    whenReady(searchText(text, engine, options, clock), (findings) => findings.filter(keep));
