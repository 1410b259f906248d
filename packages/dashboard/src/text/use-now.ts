// Provides the current time for countdowns.

import { useEffect, useState } from 'preact/hooks';

/** Returns the current time and updates it every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
