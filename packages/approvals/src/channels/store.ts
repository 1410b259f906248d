// The channel for `clawdefender approvals` and the dashboard. These write the decision to the store, where the broker
// reads it, so this channel only states that users can decide.

import type { Channel } from './channel.js';

/** Creates the channel for all processes that can open the store. */
export const createStoreChannel = (name: 'cli' | 'dashboard'): Channel => ({
  name,
  requestApproval: (_approval, signal) => ({
    decision: new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    ),
  }),
});
