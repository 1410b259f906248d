// The client address of the current message. Messages of one session may come from different addresses, so a message that waits
// before it is checked must keep its own.

import type { Remember } from '@claw/approvals';

type Address = () => string | undefined;

/** The current address, or the one that was current when a message began to wait. */
export function pinAddress(current: Address): {
  readonly address: Address;
  readonly remember: Remember;
} {
  let pinned: { readonly address: string | undefined } | undefined;
  return {
    address: () => (pinned === undefined ? current() : pinned.address),
    remember() {
      const saved = { address: current() };
      return (act) => {
        // INVARIANT: a firewall reads the address before it waits, so no other message can run in between.
        pinned = saved;
        try {
          return act();
        } finally {
          pinned = undefined;
        }
      };
    },
  };
}
