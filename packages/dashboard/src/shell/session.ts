// The session. Signing out removes all data from the page.

import { signIn, whenSignedOut } from '../api/client.js';
import { connect, disconnect } from '../api/live.js';
import { createStore } from '../api/store.js';

export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'in' }
  | { readonly kind: 'out'; readonly reason: string };

export const session = createStore<Session>({ kind: 'starting' });

/** Uses the token in the link, and removes it from the address and the history immediately. */
export async function startSession(): Promise<void> {
  whenSignedOut(() => {
    disconnect();
    if (session.get().kind !== 'out') session.set({ kind: 'out', reason: 'You are signed out.' });
  });
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token !== undefined) {
    history.replaceState(null, '', '/');
    try {
      await signIn({ token });
    } catch (error) {
      session.set({ kind: 'out', reason: (error as Error).message });
      return;
    }
  }
  enter();
}

/** Signs in with an admin token of the gateway. */
export async function startWithAdminToken(adminToken: string): Promise<void> {
  await signIn({ adminToken });
  enter();
}

function enter(): void {
  session.set({ kind: 'in' });
  connect();
}
