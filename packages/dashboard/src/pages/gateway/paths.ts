// Defines the API paths of gateway records.

import type { GatewayProxy, GatewayResource } from '../../api/gateway-types.js';

export const proxyPath = ({ id }: GatewayProxy): string => `/api/mcp/${encodeURIComponent(id)}`;
export const resourcePath = ({ id }: GatewayResource): string => `/api/resources/${encodeURIComponent(id)}`;
