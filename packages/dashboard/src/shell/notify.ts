// Announces new approvals with a browser notification, if the user has allowed that, and with a number in the tab
// title.

import type { Approval } from '../api/types.js';
import { visible } from '../text/visible.js';
import { approvals, isPending } from './approvals-store.js';
import { goTo } from './location.js';

const title = 'ClawDefender';

export const canAskForNotifications = (): boolean =>
  'Notification' in window && Notification.permission === 'default';

export const askForNotifications = (): Promise<NotificationPermission> => Notification.requestPermission();

/** Announces new approvals. Approvals that are pending when this function is called are not announced. */
export function followForNotices(): () => void {
  let known: Set<string> | undefined;
  const update = () => {
    const pending = (approvals.get() ?? []).filter(isPending);
    document.title = pending.length === 0 ? title : `(${pending.length}) ${title}`;
    if (approvals.get() === undefined) return;
    const before = known;
    known = new Set(pending.map(({ id }) => id));
    for (const approval of pending) if (before !== undefined && !before.has(approval.id)) notify(approval);
  };
  update();
  const stop = approvals.subscribe(update);
  return () => {
    stop();
    document.title = title;
  };
}

function notify({ id, server, tool }: Approval): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return;
  const notice = new Notification('Approval required', {
    body: visible(`${server}: ${tool ?? 'a request'}`).slice(0, 200),
    tag: id,
  });
  notice.onclick = () => {
    window.focus();
    goTo('approvals');
    notice.close();
  };
}
