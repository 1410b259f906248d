// Routes for the kill switch. The dashboard and the API of a gateway use them.

import * as z from 'zod';
import type { AdminPorts } from '../dashboard/ports.js';
import { defineRoute, type Route } from '../http/route.js';

const status = z.looseObject({ enabled: z.boolean() });

/** Runs a change to the kill switch; an implementation may add an audit log entry. */
export type AuditSwitch = (enabled: boolean, actor: string, act: () => Promise<void>) => Promise<unknown>;

export const killRoutes = (
  { killSwitch }: Pick<AdminPorts, 'killSwitch'>,
  withAudit: AuditSwitch,
): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/kill',
    summary: 'Get the state of the kill switch',
    response: status,
    handle: async () => ({ body: await killSwitch.status() }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/kill',
    summary: 'Turn the kill switch on or off',
    body: z.strictObject({ enabled: z.boolean('must be `true` or `false`') }),
    response: status,
    async handle({ body: { enabled }, actor }) {
      await withAudit(enabled, actor, async () => killSwitch.set(enabled));
      return { body: await killSwitch.status() };
    },
  }),
];
