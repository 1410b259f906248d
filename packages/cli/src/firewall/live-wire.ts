// The rules for messages as the policy in force has them.

import type { Settings } from '@claw/policy';
import type { StdioProxyOptions } from '@claw/proxy-stdio';

export type Wire = NonNullable<StdioProxyOptions['wire']>;

/** Equal limits stay the same object. */
export function liveWire(settings: () => Settings): Wire {
  let seen: Settings['limits'] | undefined;
  let limits: NonNullable<Wire['limits']> = {};
  return {
    get limits() {
      const now = settings().limits;
      if (now !== seen)
        limits = { maxMessage: now.max_message, maxDepth: now.max_depth, maxBuffer: now.max_buffer };
      seen = now;
      return limits;
    },
    get strict() {
      return settings().wire.strict;
    },
    get unmatched() {
      return settings().wire.unmatched;
    },
    get nonJson() {
      return settings().wire.non_json;
    },
  };
}
