// The public names of the package, all of them.

export type { FirewallOptions } from './firewall.js';
export { createFirewall } from './firewall.js';
export type { RequestJudgement, RequestSurroundings } from './judge-request.js';
export { judgeRequest, maskRequest } from './judge-request.js';
export { maskSecrets } from './mask.js';
export type { CompilePatterns, Pipeline, PipelineOptions } from './pipeline.js';
export { createPipeline } from './pipeline.js';
export type {
  Answer,
  Approver,
  AuditEntry,
  AuditSink,
  Cache,
  Clock,
  Counters,
  KillSwitch,
  Limit,
  LinkResolver,
  NameResolver,
  Pin,
  Pins,
  Question,
  RecordedFinding,
  RecordGroup,
  TrailStep,
} from './ports.js';
export { findUnenforced } from './rules/index.js';
