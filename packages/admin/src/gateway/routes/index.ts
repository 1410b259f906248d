// All routes of the admin API.

import type { Route } from '../../http/route.js';
import type { GatewayApiPorts } from '../ports.js';
import { operationRoutes } from './operations.js';
import { proxyRoutes } from './proxies.js';

export const gatewayRoutes = (ports: GatewayApiPorts): readonly Route[] => [
  ...operationRoutes(ports),
  ...proxyRoutes(ports),
];
