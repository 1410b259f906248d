// The public names of the package, all of them.

export type { ExportName } from './export/export.js';
export { exportAudit, exportNames } from './export/export.js';
export { neededApproval } from './format/needed-approval.js';
export type { AuditRecord, Counts, RecordKind } from './format/record.js';
export type { ChartBucket } from './query/chart.js';
export { auditChart } from './query/chart.js';
export type { AuditFilter } from './query/filter.js';
export { matchesRecord } from './query/filter.js';
export type { QueryOptions } from './query/query.js';
export { queryAudit } from './query/query.js';
export type { AuditStats, Tally } from './query/stats.js';
export { auditStats } from './query/stats.js';
export type { TailOptions } from './query/tail.js';
export { tailAudit } from './query/tail.js';
export type { RunningSession } from './sessions/running.js';
export { isSessionAlive, runningSessions } from './sessions/running.js';
export type { Problem } from './verify/follow-chain.js';
export type { SessionReport, VerifyOptions, VerifyReport } from './verify/report.js';
export { verifyAudit } from './verify/verify.js';
export { createFolder } from './write/create-folder.js';
export type { AuditLog, AuditOptions } from './write/log.js';
export { AuditError } from './write/log.js';
export { openAuditLog } from './write/session-log.js';
