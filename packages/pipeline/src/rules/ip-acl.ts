// Who may come, by address. Where there is no address, as on a pipe of one's own machine, there is nobody to keep out.

import type { Verdict } from '../types.js';
import { isInRange, parseRange } from './cidr.js';
import { isAbout, type RuleType } from './rule.js';

interface AclGuard {
  readonly action: 'allow' | 'deny';
  readonly cidrs: readonly string[];
}

export const ipAcl: RuleType = {
  type: 'ip_acl',
  moment: 'access',
  check(guard) {
    const wrong = (guard as unknown as AclGuard).cidrs.find((text) => parseRange(text) === undefined);
    return wrong === undefined
      ? undefined
      : `\`${wrong}\` is neither an address nor a range such as \`10.0.0.0/8\``;
  },
  create(guard, name) {
    const { action, cidrs } = guard as unknown as AclGuard;
    const ranges = cidrs.map(parseRange).filter((range) => range !== undefined);
    const isMeant = isAbout(guard);
    const refusal: Verdict = {
      kind: 'deny',
      rule: name,
      reason: 'the address of the caller may not make this call',
    };
    return {
      name: 'guard',
      request(call) {
        const { address } = call;
        if (address === undefined || call.direction !== 'client-to-server' || !isMeant(call))
          return undefined;
        const isListed = ranges.some((range) => isInRange(address, range));
        return isListed === (action === 'allow') ? undefined : refusal;
      },
    };
  },
};
