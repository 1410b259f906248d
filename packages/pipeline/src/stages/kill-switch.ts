// The emergency switch: while it is on nothing passes that is reviewed, in either direction, answers included.

import type { Settings } from '@claw/policy';
import type { Deny, Stage } from '../types.js';

/** What is said of everything that it stops. */
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
    // What answers nothing we know may answer anything.
    return known === undefined || known.info.class === 'review' ? { ...KILLED, blocked: true } : undefined;
  },
});
