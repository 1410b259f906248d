// All routes of the admin API. The first route that matches a path serves the request, so fixed paths precede paths
// with `:id`.

import type { Route } from '../../http/route.js';
import { approvalRoutes } from '../../routes/approvals.js';
import { killRoutes } from '../../routes/kill.js';
import { logRoutes } from '../../routes/logs.js';
import { auditApprovals, auditKillSwitch } from '../audited.js';
import type { GatewayApiPorts, RecordPorts } from '../ports.js';
import { banRoutes } from './bans.js';
import { credentialRoutes } from './credentials.js';
import { keyRoutes } from './keys.js';
import { operationRoutes } from './operations.js';
import { proxyRoutes } from './proxies.js';
import { resourceRoutes } from './resources.js';
import { ruleRoutes } from './rules.js';
import { upstreamRoutes } from './upstream.js';

/** Returns the routes for the records of a gateway, which its dashboard serves as well. */
export const recordRoutes = (ports: RecordPorts): readonly Route[] => [
  ...credentialRoutes(ports),
  ...proxyRoutes(ports),
  ...upstreamRoutes(ports),
  ...ruleRoutes(ports),
  ...keyRoutes(ports),
  ...resourceRoutes(ports),
  ...banRoutes(ports),
];

export const gatewayRoutes = (ports: GatewayApiPorts): readonly Route[] => [
  ...operationRoutes(ports),
  ...recordRoutes(ports),
  ...logRoutes(ports),
  ...approvalRoutes(ports, auditApprovals(ports)),
  ...killRoutes(ports, auditKillSwitch(ports)),
];
