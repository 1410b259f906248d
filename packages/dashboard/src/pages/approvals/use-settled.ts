// True if the cards have not moved for a while, so that a click or a key certainly applies to the call that the
// user has read: when a card disappears, the next one moves to its place, and an agent can choose that moment.

import { useEffect, useState } from 'preact/hooks';

const settleMilliseconds = 700;

/** True if no card has moved for a while. Cards that are added at the end do not move the others. */
export function useSettled(ids: readonly string[]): boolean {
  const shown = ids.join(' ');
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown === settled || shown.startsWith(`${settled} `);
}
