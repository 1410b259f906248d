// Removes findings from a text.

import type { Finding } from '../detector.js';

/** The text that replaces a finding. */
export const redactionMarker = '[REDACTED]';

/** Returns the text with each finding replaced. Overlapping and adjacent findings are replaced together. */
export function redact(text: string, findings: readonly Pick<Finding, 'start' | 'end'>[]): string {
  let redacted = '';
  let position = 0;
  for (const { start, end } of mergeSpans(findings)) {
    redacted += text.slice(position, start) + redactionMarker;
    position = end;
  }
  return redacted + text.slice(position);
}

function mergeSpans(findings: readonly Pick<Finding, 'start' | 'end'>[]): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...findings].sort((a, b) => a.start - b.start)) {
    const last = merged[merged.length - 1];
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
