// The kill switch, and what is only looked at: policy, tools, statistics.

import { auditStats } from '@claw/audit';
import type { AdminPorts } from '../ports.js';
import { Problem } from '../problem.js';
import { membersOf } from '../read-body.js';
import type { Route } from '../router.js';

/** `onSwitched` hears of a switch that was made here. */
export const switchRoutes = (ports: AdminPorts, onSwitched: (enabled: boolean) => void): readonly Route[] => [
  { method: 'GET', path: '/api/kill', handle: async () => ({ body: await ports.killSwitch.status() }) },
  {
    method: 'POST',
    path: '/api/kill',
    async handle({ body }) {
      const { enabled } = membersOf(body);
      if (typeof enabled !== 'boolean') throw new Problem(400, 'write `true` or `false`', 'enabled');
      await ports.killSwitch.set(enabled);
      onSwitched(enabled);
      return { body: await ports.killSwitch.status() };
    },
  },
  { method: 'GET', path: '/api/policy', handle: async () => ({ body: await ports.policy() }) },
  { method: 'GET', path: '/api/tools', handle: async () => ({ body: { items: await ports.tools() } }) },
  { method: 'GET', path: '/api/stats', handle: async () => ({ body: await auditStats(ports.auditFolder) }) },
];
