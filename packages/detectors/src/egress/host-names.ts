// Lists host names of this machine and of private networks. Such a name is reported regardless of the address that a
// public resolver returns for it.

import type { NonPublicReason } from './ip-address.js';

const EXACT: Readonly<Record<string, NonPublicReason>> = {
  localhost: 'loopback',
  localhost6: 'loopback',
  'localhost.localdomain': 'loopback',
  'localhost6.localdomain6': 'loopback',
  'ip6-localhost': 'loopback',
  'ip6-loopback': 'loopback',
  loopback: 'loopback',
  broadcasthost: 'reserved',
  'host.docker.internal': 'loopback',
  'gateway.docker.internal': 'loopback',
  'kubernetes.docker.internal': 'loopback',
  'host.containers.internal': 'loopback',
  metadata: 'metadata',
  'metadata.google.internal': 'metadata',
  'metadata.goog': 'metadata',
  'metadata.azure.internal': 'metadata',
  'metadata.packet.net': 'metadata',
  'metadata.platformequinix.com': 'metadata',
  'metadata.tencentyun.com': 'metadata',
  'metadata.nic.internal': 'metadata',
  'metadata.azure.com': 'metadata',
  'metadata.google': 'metadata',
  'metadata.internal': 'metadata',
  'metadata.local': 'metadata',
  'metadata.ibm.com': 'metadata',
  'metadata.cloud.ibm.com': 'metadata',
  'api.metadata.cloud.ibm.com': 'metadata',
  'metadata.equinix.com': 'metadata',
  'metadata.digitalocean.com': 'metadata',
  'metadata.exoscale.com': 'metadata',
  'metadata.upcloud.com': 'metadata',
  'metadata.vultr.com': 'metadata',
  'metadata.scaleway.com': 'metadata',
  'metadata.aliyun.com': 'metadata',
  'metadata.oraclecloud.com': 'metadata',
  imds: 'metadata',
  'imds.internal': 'metadata',
  'rancher-metadata': 'metadata',
  'rancher-metadata.rancher.internal': 'metadata',
  'instance-data': 'metadata',
  'instance-data.ec2.internal': 'metadata',
  intranet: 'internal-name',
  unix: 'internal-name', // some clients use `http://unix:/var/run/docker.sock`
  kubernetes: 'internal-name',
  'kubernetes.default': 'internal-name',
  // Public names that point to this machine, taken from known SSRF lists.
  'spoofed.burpcollaborator.net': 'rebinding-name',
  'bugbounty.dod.network': 'rebinding-name',
  'localdomain.pw': 'rebinding-name',
  'mail.ebc.apple.com': 'rebinding-name',
};

/** Top-level domains that are not delegated in the public DNS. */
const SUFFIXES: readonly (readonly [suffix: string, reason: NonPublicReason])[] = [
  ['localhost', 'loopback'],
  ['localdomain', 'internal-name'],
  ['local', 'internal-name'],
  ['internal', 'internal-name'],
  ['intranet', 'internal-name'],
  ['intra', 'internal-name'],
  ['private', 'internal-name'],
  ['corp', 'internal-name'],
  ['home', 'internal-name'],
  ['home.arpa', 'internal-name'],
  ['lan', 'internal-name'],
  ['svc', 'internal-name'],
  ['consul', 'internal-name'],
  ['cluster', 'internal-name'],
];

/**
 * Zones that resolve to the IP address in the name. A name without an address can resolve to this machine or to any
 * address.
 */
const ADDRESS_IN_NAME_ZONES = new Set([
  'nip.io',
  'sslip.io',
  'xip.io',
  'xip.name',
  'ip6.name',
  'backname.io',
  'ip.es.io',
  'traefik.me',
  'local-ip.sh',
]);
const REBINDING_ZONES = [
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'localho.st',
  'local.gd',
  'smackaho.st',
  'fuf.me',
  '127-0-0-1.org.uk',
  '1u.ms',
  'rbndr.us',
  'rebind.network',
];

const BY_SUFFIX: ReadonlyMap<string, NonPublicReason> = new Map([
  ...SUFFIXES,
  ...REBINDING_ZONES.map((zone) => [zone, 'rebinding-name'] as const),
]);

/**
 * Text that every special name contains or that precedes the name. A single word is treated as a host only after such
 * text.
 */
export const reservedNames: readonly string[] = [
  ...['localhost', 'metadata'],
  ...Object.keys(EXACT).flatMap((name) =>
    /[.-]/.test(name) ? [name] : ['/', '\\', '@'].map((sign) => sign + name),
  ),
  ...[...BY_SUFFIX.keys(), ...ADDRESS_IN_NAME_ZONES].map((suffix) =>
    suffix.includes('.') ? suffix : `.${suffix}`,
  ),
];

/**
 * Returns the class of a host name. If the name contains an IP address, returns the address, which the caller has to
 * classify.
 */
export function classifyName(name: string): { readonly reason?: NonPublicReason; readonly address?: string } {
  const exact = Object.hasOwn(EXACT, name) ? EXACT[name] : undefined;
  if (exact !== undefined) return { reason: exact };
  for (const ending of suffixes(name)) {
    const reason = BY_SUFFIX.get(ending);
    if (reason !== undefined) return { reason };
  }
  const echo = suffixes(name).find((ending) => ADDRESS_IN_NAME_ZONES.has(ending));
  if (echo === undefined) return {};
  const address = addressInName(name.slice(0, -echo.length - 1));
  return address === undefined ? { reason: 'rebinding-name' } : { address };
}

/** Returns the last label, the last two and the last three labels of a name. No known name has more labels. */
function suffixes(name: string): readonly string[] {
  const last = name.lastIndexOf('.');
  const second = last <= 0 ? -1 : name.lastIndexOf('.', last - 1);
  const third = second <= 0 ? -1 : name.lastIndexOf('.', second - 1);
  // A single label without a domain, such as `corp`, can have any meaning.
  return last === -1 ? [] : [name.slice(last + 1), name.slice(second + 1), name.slice(third + 1)];
}

/** Returns the address in `app.10.0.0.5`, `app-10-0-0-5`, `7f000001` or `--1`. */
function addressInName(prefix: string): string | undefined {
  const dotted = /(?:^|[.-])([0-9]{1,3}(?:[.-][0-9]{1,3}){3})$/.exec(prefix)?.[1];
  if (dotted !== undefined) return dotted.replaceAll('-', '.');
  const label = prefix.slice(prefix.lastIndexOf('.') + 1);
  if (/^(?:[a-z0-9-]{0,50}-)?[0-9a-f]{8}$/.test(label)) return `0x${label.slice(-8)}`;
  return label.includes('--') && /^[0-9a-f-]+$/.test(label) ? label.replaceAll('-', ':') : undefined;
}
