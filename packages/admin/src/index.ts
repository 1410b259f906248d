// The public names of the package.

export { requestLink } from './dashboard/access/link-key.js';
export type {
  AdminPorts,
  ApprovalAnswer,
  ApprovalView,
  GatewayPorts,
  PolicyPorts,
  PolicyView,
  ProxyView,
  StatusView,
} from './dashboard/ports.js';
export type { Admin, AdminOptions } from './dashboard/server.js';
export { startAdmin } from './dashboard/server.js';
export { createFirstAdminToken } from './gateway/admin-token.js';
export { createGatewayApi } from './gateway/api.js';
export type {
  AdminChange,
  Attempt,
  BanView,
  DnsPin,
  GatewayApiPorts,
  RecordPorts,
  UpstreamJwtResult,
} from './gateway/ports.js';
export type { RequestListener } from './http/router.js';
