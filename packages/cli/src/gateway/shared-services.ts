// Defines the services that all proxies of a gateway share.

import type { FirewallOptions, KillSwitch, StoredResources } from '@claw/pipeline';
import type { Secrets, Store } from '@claw/store';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ResolveLinks } from '../files/resolve-links.js';
import type { ActivePolicy } from '../firewall/active-policy.js';
import type { GatewayMetrics } from './metrics.js';
import type { LiveRecords } from './records/live-records.js';
import type { StoreHealth } from './records/store-health.js';
import type { Tracing } from './tracing/tracing.js';
import type { AddressRules } from './upstream/address-rules.js';

export interface SharedServices {
  /** The name of this node in the audit log. */
  readonly node: string;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly records: LiveRecords;
  readonly health: StoreHealth;
  readonly policy: ActivePolicy;
  readonly killSwitch: KillSwitch;
  readonly addresses: AddressRules;
  readonly resources: StoredResources;
  readonly resolveLinks: ResolveLinks;
  readonly dns: NonNullable<FirewallOptions['dns']>;
  readonly diagnostics: Diagnostics;
  /**
   * The keys for session ids of callers: the first key signs, and all keys are accepted. They are the same on all
   * nodes.
   */
  readonly sessionKeys: readonly Uint8Array[];
  readonly metrics: GatewayMetrics;
  /** The tracing; undefined if it is not configured. */
  readonly tracing: Tracing | undefined;
}
