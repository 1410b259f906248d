// All routes of the admin API. The first route that matches a path serves it, so paths with fixed parts come before `:id`.

import type { Route } from '../../http/route.js';
import { approvalRoutes } from '../../routes/approvals.js';
import { killRoutes } from '../../routes/kill.js';
import { logRoutes } from '../../routes/logs.js';
import type { GatewayApiPorts } from '../ports.js';
import { credentialRoutes } from './credentials.js';
import { keyRoutes } from './keys.js';
import { operationRoutes } from './operations.js';
import { proxyRoutes } from './proxies.js';
import { resourceRoutes } from './resources.js';
import { ruleRoutes } from './rules.js';
import { upstreamRoutes } from './upstream.js';

export const gatewayRoutes = (ports: GatewayApiPorts): readonly Route[] => [
  ...operationRoutes(ports),
  ...credentialRoutes(ports),
  ...proxyRoutes(ports),
  ...upstreamRoutes(ports),
  ...ruleRoutes(ports),
  ...keyRoutes(ports),
  ...resourceRoutes(ports),
  ...logRoutes(ports),
  ...approvalRoutes(ports, (id, action, by) => ports.recordChange({ action, record: 'approval', id, by })),
  ...killRoutes(ports, (enabled, by) =>
    ports.recordChange({ action: 'change', record: 'kill_switch', id: enabled ? 'on' : 'off', by }),
  ),
];
