// `ip_acl`: restricts clients by IP address. Messages without an address are not restricted; over stdio, no message
// has one.

import { isInRange, parseRange } from '@claw/policy';
import { memoize } from '../memoize.js';
import type { Deny } from '../types.js';
import { appliesToAnySpelling, type RuleType } from './rule.js';

interface AclGuard {
  readonly action: 'allow' | 'deny';
  readonly cidrs: readonly string[];
}

export const ipAcl: RuleType = {
  type: 'ip_acl',
  phase: 'access',
  create(guard, { name }) {
    const { action, cidrs } = guard as unknown as AclGuard;
    const ranges = cidrs.map(parseRange).filter((range) => range !== undefined);
    const appliesToCall = appliesToAnySpelling(guard);
    const isRefused = memoize(
      (address) => ranges.some((range) => isInRange(address, range)) !== (action === 'allow'),
    );
    const refusal = (reason: string): Deny => ({ kind: 'deny', rule: name, reason });
    const toCall = refusal('the address of the client may not make this call');
    const toListen = refusal('the address of the client may not open a stream');
    return {
      name: 'guard',
      request(call) {
        const { address } = call;
        if (address === undefined || call.direction !== 'client-to-server' || !appliesToCall(call))
          return undefined;
        return isRefused(address) ? toCall : undefined;
      },
      // A stream of server messages does not belong to a tool, so only a rule for all tools applies to it.
      checkListener: (address) =>
        (guard['tools'] as readonly string[]).includes('*') && isRefused(address) ? toListen : undefined,
    };
  },
};
