// Loads pending and standing approvals for the approvals page, the badge and the notification.

import { request } from '../api/client.js';
import { approvalsVersion } from '../api/live.js';
import { createStore } from '../api/store.js';
import type { Approval } from '../api/types.js';

export const approvals = createStore<readonly Approval[] | undefined>(undefined);

/**
 * The number of the newest request. Responses may arrive out of order, so only the response to this request is used.
 */
let newest = 0;

export async function loadApprovals(): Promise<void> {
  const current = ++newest;
  const { items } = await request<{ items: Approval[] }>('GET', '/api/page/approvals');
  if (current === newest) approvals.set(items);
}

export const isPending = ({ state }: Approval): boolean => state === 'pending';

/** Loads the approvals now, and again after each change. */
export function followApprovals(): () => void {
  const load = () => void loadApprovals().catch(() => {});
  load();
  const stop = approvalsVersion.subscribe(load);
  return () => {
    stop();
    newest++;
    approvals.set(undefined);
  };
}
