// The emergency switch: while it is on nothing passes that is reviewed, in either direction, answers included.

import type { Settings } from '@claw/policy';
import { always, type Deny, type Stage } from '../types.js';

/** What is said of everything that it stops. */
export const KILLED: Deny = {
  kind: 'deny',
  rule: 'kill_switch',
  reason: 'the kill switch is on',
  message: 'the kill switch is on; nothing passes until a person switches it off',
};

export const createKillSwitchStage = ({ kill_switch: { enabled } }: Settings): Stage => ({
  name: 'kill_switch',
  holdsForAlikeCalls: always,
  holdsForAlikeReplies: always,
  request: ({ info }, { killSwitch }) =>
    enabled && info.class === 'review' && killSwitch?.engaged === true ? KILLED : undefined,
  reply(reply, { killSwitch }) {
    if (!enabled || killSwitch?.engaged !== true) return undefined;
    const known = 'asked' in reply ? reply.asked : reply.about;
    // What answers nothing we know may answer anything.
    return known === undefined || known.info.class === 'review' ? { ...KILLED, blocked: true } : undefined;
  },
});
