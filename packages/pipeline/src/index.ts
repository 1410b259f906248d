// The public names of the package.

export { maskSecrets } from './audit/mask-text.js';
export { whenReady } from './awaitable.js';
export type { FirewallOptions } from './connection/inspector.js';
export { createFirewall } from './connection/inspector.js';
export type { RequestContext } from './decision/decide-offline.js';
export { decideRequest, maskRequestArguments } from './decision/decide-offline.js';
export type { RequestDecision } from './decision/offline-decision.js';
export type { CompilePatterns } from './engines.js';
export type { Pipeline, PipelineOptions } from './pipeline.js';
export { createPipeline } from './pipeline.js';
export type {
  ApprovalRequest,
  ApprovalResult,
  Approver,
  AuditEntry,
  AuditSink,
  Cache,
  Clock,
  Counters,
  DnsResolver,
  GroupCommit,
  KillSwitch,
  Limit,
  LinkResolver,
  Pin,
  Pins,
  RecordedFinding,
  Sandbox,
  SandboxFunction,
  States,
  StoredResource,
  StoredResources,
  TrailStep,
} from './ports.js';
export { isPurgeMark, purgeCache } from './rules/cache-keys.js';
export type { EngineProblem, RuleEngines, RuleProblem } from './rules/check-rules.js';
export { checkEngines, checkRules } from './rules/check-rules.js';
export type { ProxyRules } from './rules/rule.js';
