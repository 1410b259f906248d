// Creates the excerpt of a finding for users. It shows enough to recognize the text, but does not reveal a secret.

import { type Finding, redact } from '@claw/detectors';
import { printable } from '../../terminal/printable.js';

const longest = 56;

/** Returns the text of a finding on one line, with secrets and personal data masked. */
export function excerptOf(text: string, finding: Finding, all: readonly Finding[]): string {
  const { kind, start, end } = finding;
  if (isPrivate(finding)) return `${printable(text.slice(start, start + visible(kind, end - start)))}…`;
  // The text may contain other findings, such as the password in a URL.
  const inside = all
    .filter((other) => other.kind === 'secrets' && other.start < end && other.end > start)
    .map((other) => ({ start: Math.max(other.start, start) - start, end: Math.min(other.end, end) - start }));
  const shown = printable(redact(text.slice(start, end), inside));
  return shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown;
}

const isPrivate = ({ kind }: Finding): boolean => kind === 'secrets' || kind === 'personal';

/**
 * The number of visible characters: the prefix of a secret identifies the vendor, and at most a quarter of the text is
 * shown.
 */
const visible = (kind: Finding['kind'], length: number): number =>
  Math.min(kind === 'secrets' ? 4 : 2, Math.floor(length / 4));
