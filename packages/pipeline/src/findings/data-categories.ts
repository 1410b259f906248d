// The user-visible names of data categories: those that the gateway's DLP guards use, and further ones for
// `[responses]`.

import { categoryOf, type Finding, type Kind } from '@claw/detectors';
import type { Settings } from '@claw/policy';

export type FindingFilter = (finding: Finding) => boolean;

const named =
  (...detectors: readonly string[]): FindingFilter =>
  ({ detector }) =>
    detectors.includes(detector);

/** The categories that the gateway offers. */
export const dataCategories = {
  emails: ['personal', named('email')],
  iban: ['personal', named('iban')],
  credit_cards: ['personal', named('card')],
  ips: ['personal', named('ipv4', 'ipv6')],
  urls: ['personal', named('url')],
  api_keys: ['secrets', () => true],
  pii: ['personal', (finding) => ['pii', 'emails', 'financial'].includes(categoryOf(finding) ?? '')],
  high_entropy: ['secrets', ({ detector }) => detector.endsWith('-by-name') || detector === 'key-assignment'],
} as const satisfies Readonly<Record<string, readonly [kind: Kind, keep: FindingFilter]>>;

/**
 * Returns a filter that keeps the findings in the categories of a policy, or all findings if the policy names no
 * category.
 */
export function inCategories(names: Settings['responses']['categories']): FindingFilter {
  if (names.length === 0) return () => true;
  return (finding) => names.some((name) => isIn(name, finding));
}

function isIn(name: Settings['responses']['categories'][number], finding: Finding): boolean {
  switch (name) {
    // These categories are part of `financial`, or overlap with `tokens` and `vendor_keys`.
    case 'iban':
    case 'credit_cards':
    case 'api_keys':
    case 'high_entropy': {
      const [kind, keep] = dataCategories[name];
      return finding.kind === kind && keep(finding);
    }
    default:
      return categoryOf(finding) === name;
  }
}
