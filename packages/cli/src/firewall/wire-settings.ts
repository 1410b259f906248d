// Provides the message limits and framing rules of the active policy, which are read for every message.

import type { WireSettings } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';

/** Returns the same `limits` object until the policy changes. */
export function currentWireSettings(settings: () => Settings): WireSettings {
  let seen: Settings['limits'] | undefined;
  let limits: NonNullable<WireSettings['limits']> = {};
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
