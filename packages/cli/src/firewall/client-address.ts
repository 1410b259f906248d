// Provides the client address of the current message. Messages of one session may come from different addresses, so the
// address is stored with a message that waits before it is checked.

import type { Remember } from '@claw/approvals';

type Address = () => string | undefined;

/**
 * Provides the address of the message that is being checked: the current address, or for a message that waited, the
 * stored one.
 */
export function addressOfCurrentMessage(current: Address): {
  readonly address: Address;
  readonly remember: Remember;
} {
  let remembered: { readonly address: string | undefined } | undefined;
  return {
    address: () => (remembered === undefined ? current() : remembered.address),
    remember() {
      const saved = { address: current() };
      return (act) => {
        // INVARIANT: a firewall reads the address before it waits, so no other message can run in between.
        remembered = saved;
        try {
          return act();
        } finally {
          remembered = undefined;
        }
      };
    },
  };
}
