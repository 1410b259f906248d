// The kill switch. While it is on, all requests that the policy covers and their responses are denied, in both
// directions.

import type { Settings } from '@claw/policy';
import type { Deny, Stage } from '../types.js';

/** The verdict on each message that the kill switch denies. */
export const KILLED: Deny = {
  kind: 'deny',
  rule: 'kill_switch',
  reason: 'the kill switch is on',
  message: 'the kill switch is on: every call is denied until a user turns it off',
};

export const createKillSwitchStage = ({ kill_switch: { enabled } }: Settings): Stage => ({
  name: 'kill_switch',
  request: ({ info }, { killSwitch }) =>
    enabled && info.class === 'review' && killSwitch?.engaged === true ? KILLED : undefined,
  reply(reply, { killSwitch }) {
    if (!enabled || killSwitch?.engaged !== true) return undefined;
    const known = 'request' in reply ? reply.request : reply.origin;
    // A response that matches no request may belong to a request that the policy covers.
    return known === undefined || known.info.class === 'review' ? { ...KILLED, blocked: true } : undefined;
  },
});
