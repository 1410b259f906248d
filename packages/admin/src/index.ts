// The public names of the package, all of them.

export { createFirstAdminToken } from './gateway/admin-token.js';
export { createGatewayApi } from './gateway/api.js';
export type {
  AdminChange,
  Attempt,
  DnsPin,
  GatewayApiPorts,
  UpstreamJwtResult,
  UpstreamJwtTest,
} from './gateway/ports.js';
export type { RequestListener } from './http/router.js';
export type { AdminPorts, ApprovalAnswer, ApprovalView } from './ports.js';
export type { Admin, AdminOptions } from './server.js';
export { startAdmin } from './server.js';
