// The channel for `clawdefender approvals` and the dashboard. They change the request in the store, where the
// broker reads it, so this channel only states that a user can be reached.

import type { Channel } from './channel.js';

/** The channel for all processes that can open the store. */
export const createStoreChannel = (name: 'cli' | 'dashboard'): Channel => ({
  name,
  ask: (_approval, over) => ({
    answer: new Promise((resolve) =>
      over.addEventListener('abort', () => resolve(undefined), { once: true }),
    ),
  }),
});
