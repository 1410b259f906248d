// Implements the system clock, and a pause during which other messages are processed.

import type { Clock } from '@claw/pipeline';

export const systemClock: Clock = {
  now: Date.now,
  ticks: () => Math.round(performance.now() * 1000),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
