// Creates the options of approvals for proxies, the gateway and `serve`. Settings are read for each approval, because the
// policy can change.

import {
  type Approval,
  type BrokerOptions,
  type Channel,
  createStoreChannel,
  createTerminalChannel,
} from '@claw/approvals';
import type { AuditLog } from '@claw/audit';
import type { Settings } from '@claw/policy';
import { recordApproval } from './ports/record-approval.js';

interface ApprovalSources {
  readonly table: BrokerOptions['table'];
  readonly settings: () => Settings;
  readonly audit: AuditLog;
  /** Tells the user about a new approval. */
  readonly announce: (approval: Approval) => void;
}

/** Adds the options that follow the settings; `own` contains the other options. */
export function approvalOptions<Own extends object>(
  { table, settings, audit, announce }: ApprovalSources,
  own: Own,
) {
  const channels = createChannels(announce);
  return {
    table,
    session: audit.session,
    get channels() {
      return channels(settings().approval.channels);
    },
    get waitMs() {
      return settings().approval.wait;
    },
    get expiresMs() {
      return settings().approval.expires;
    },
    get onTimeout() {
      return settings().approval.on_timeout;
    },
    onEvent: (approval: Approval, late: boolean) => recordApproval(audit, approval, late),
    ...own,
  };
}

/** Wraps a channel so that the approval is also announced to users who do not look at this channel. */
const announced = (channel: Channel, announce: (approval: Approval) => void): Channel => ({
  name: channel.name,
  requestApproval(approval, over) {
    announce(approval);
    return channel.requestApproval(approval, over);
  },
});

/** Creates the approval channels that the policy enables and this process supports. */
function createChannels(announce: (approval: Approval) => void) {
  const store = announced(createStoreChannel('cli'), announce);
  // One channel is used for all approvals, so that it shows them one after another.
  const terminal = process.stderr.isTTY ? [createTerminalChannel()] : [];
  return (names: Settings['approval']['channels']): readonly Channel[] => [
    ...(names.includes('cli') || names.includes('dashboard') ? [store] : []),
    ...(names.includes('terminal') ? terminal : []),
  ];
}
