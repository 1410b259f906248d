// Destinations: the detectors of this family, one line each.

import type { Finding, PatternDetector, Severity } from '../detector.js';
import type { Scanner } from '../scanner.js';
import type { Reason } from './address.js';
import { findDestinations } from './destinations.js';

export type { Reason } from './address.js';
export { type Destination, findDestinations } from './destinations.js';
export { classifyHost } from './host.js';

export const egressDetectors: readonly PatternDetector[] = [];

const SEVERITY: Readonly<Record<Reason, Severity>> = {
  metadata: 'critical',
  loopback: 'high',
  private: 'high',
  'link-local': 'high',
  shared: 'high',
  unspecified: 'high',
  'internal-name': 'high',
  'rebinding-name': 'high',
  scheme: 'high',
  multicast: 'medium',
  reserved: 'medium',
};

/** Destinations that are not ordinary public ones; the finding's detector is the reason, so that a policy can tell them apart. */
const destinations: Scanner = {
  name: 'destinations',
  kind: 'egress',
  // A scheme, an encoding, a host without a scheme, or a name of several parts.
  needs: [
    ...[':', '%', '[', '//', '\\\\', '/\\', '\\/', 'localhost', 'metadata'],
    ...[...'0abcdefghijklmnopqrstuvwxyz'].map((unit) => `.${unit}`),
  ],
  find(text) {
    const findings: Finding[] = [];
    for (const { start, end, reason } of findDestinations(text)) {
      if (reason !== undefined)
        findings.push({ kind: 'egress', detector: reason, severity: SEVERITY[reason], start, end });
    }
    return findings;
  },
  samples: {
    hit: [
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'http://2130706433/',
      'http://[::ffff:10.0.0.5]/',
      'http://①②⑦.⓪.⓪.①/',
      'http://%31%30%2e%30%2e%30%2e%35/',
      'http://localhost./',
      'http://example.com@127.0.0.1/',
      'http://example.com\\@127.0.0.1/',
      'http://metadata.google.internal/',
      'http://10.0.0.5.nip.io/',
      'gopher://example.com/_x',
      'curl 169.254.169.254/latest/meta-data/',
      'https://example.com/?next=http://10.0.0.1/',
    ],
    miss: [
      'http://127.0.0.1@example.com/',
      'http://example.com#@127.0.0.1/',
      'http://127.0.0.1.example.com/',
      'http://8.8.8.8/',
      'http://example.com/?u=10.0.0.1',
      'upgrade the driver to 10.4.2.1 please',
      'build 192.168.0 failed',
      'route 10.0.0.0/8 to the tunnel',
    ],
  },
};

/** What has no literal to wait for. */
export const egressScanners: readonly Scanner[] = [destinations];
