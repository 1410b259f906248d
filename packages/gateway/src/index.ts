// The public names of the package.

export type { AdminTokens } from './admin-tokens.js';
export type { ApiKeys } from './api-keys.js';
export type {
  Declaration,
  DeclaredChange,
  DeclaredKey,
  DeclaredProxy,
  DeclaredResource,
} from './declaration/declaration.js';
export { planDeclaration } from './declaration/plan.js';
export type { GatewayState } from './gateway-state.js';
export { createGatewayState } from './gateway-state.js';
export type {
  AdminToken,
  ApiKey,
  AuthMode,
  DiscoveredTool,
  ProxyAuth,
  ProxyRecord,
  RecordOrigin,
  Resource,
  UpstreamJwt,
} from './model.js';
export { purgeKey, resolveKey } from './notification-keys.js';
export type { GatewayPorts } from './ports.js';
export type { FieldProblem, ProblemKind } from './problem.js';
export { GatewayProblem, validate } from './problem.js';
export type { Proxies, ProxiesOptions } from './proxies.js';
export type { Resources } from './resources.js';
export type { Rule, Rules, RulesOptions } from './rules.js';
export {
  newKey,
  newProxy,
  newResource,
  proxyChanges,
  resourceChanges,
  type UpstreamJwtTest,
  upstreamJwtTest,
} from './schemas.js';
