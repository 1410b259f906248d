// Manages the session. Signing out removes all data from the page.

import { signIn, whenSignedOut } from '../api/client.js';
import { connect, disconnect } from '../api/live.js';
import { createStore } from '../api/store.js';

export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'in' }
  | { readonly kind: 'out'; readonly reason: string };

export const session = createStore<Session>({ kind: 'starting' });

/** Signs in with the token in the link, even if the link is opened in a tab that already shows the page. */
export async function startSession(): Promise<void> {
  whenSignedOut((reason = 'You are signed out.') => {
    disconnect();
    if (session.get().kind !== 'out') session.set({ kind: 'out', reason });
  });
  addEventListener('hashchange', () => {
    const token = takeToken();
    if (token !== undefined) void startWithLink(token);
  });
  const token = takeToken();
  if (token === undefined) enter();
  else await startWithLink(token);
}

/** Returns the token, and removes it from the address and the history immediately. */
function takeToken(): string | undefined {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', '/');
  return token;
}

async function startWithLink(token: string): Promise<void> {
  try {
    await signIn({ token });
  } catch (error) {
    disconnect();
    session.set({ kind: 'out', reason: (error as Error).message });
    return;
  }
  enter();
}

/** Signs in with an admin token of the gateway. */
export async function startWithAdminToken(adminToken: string): Promise<void> {
  await signIn({ adminToken });
  enter();
}

function enter(): void {
  disconnect();
  session.set({ kind: 'in' });
  connect();
}
