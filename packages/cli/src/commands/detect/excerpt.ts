// What a person is shown of a finding: enough to recognise it, never the secret itself.

import { type Finding, redact } from '@claw/detectors';
import { printable } from '../../terminal/printable.js';

const longest = 56;

/** The text of a finding on one line, secrets and personal data masked. */
export function excerptOf(text: string, finding: Finding, all: readonly Finding[]): string {
  const { kind, start, end } = finding;
  if (isPrivate(finding)) return `${printable(text.slice(start, start + visible(kind, end - start)))}…`;
  // Another finding may lie inside: the password in a forbidden URL.
  const inside = all
    .filter((other) => other.kind === 'secrets' && other.start < end && other.end > start)
    .map((other) => ({ start: Math.max(other.start, start) - start, end: Math.min(other.end, end) - start }));
  const shown = printable(redact(text.slice(start, end), inside));
  return shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown;
}

const isPrivate = ({ kind }: Finding): boolean => kind === 'secrets' || kind === 'personal';

/** A prefix tells the vendor; a quarter of the whole is the most that is shown. */
const visible = (kind: Finding['kind'], length: number): number =>
  Math.min(kind === 'secrets' ? 4 : 2, Math.floor(length / 4));
