// Another process answers: `clawdefender approvals` or the dashboard. They change the question in the store, where
// the broker sees it; so there is nothing to do here, except that somebody could be reached.

import type { Channel } from './channel.js';

/** The channel of whoever can open the store. */
export const createStoreChannel = (name: 'cli' | 'dashboard'): Channel => ({
  name,
  ask: (_approval, over) => ({
    answer: new Promise((resolve) =>
      over.addEventListener('abort', () => resolve(undefined), { once: true }),
    ),
  }),
});
