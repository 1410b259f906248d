// Where the message at hand came from. Of one session each may come from elsewhere, so one that has to wait before it is
// judged would be judged by the address of another.

import type { Remember } from '@claw/approvals';

type Address = () => string | undefined;

/** The address, now or as it was when somebody began to wait. */
export function rememberAddress(current: Address): {
  readonly address: Address;
  readonly remember: Remember;
} {
  let kept: { readonly address: string | undefined } | undefined;
  return {
    address: () => (kept === undefined ? current() : kept.address),
    remember() {
      const then = { address: current() };
      return (act) => {
        // INVARIANT: a firewall asks for the address before anything waits, so nobody else can be in between.
        kept = then;
        try {
          return act();
        } finally {
          kept = undefined;
        }
      };
    },
  };
}
