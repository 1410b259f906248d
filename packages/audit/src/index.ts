// The public names of the package, all of them.

export { wasAskedAbout } from './asked.js';
export type { ChartBucket } from './chart.js';
export { auditChart } from './chart.js';
export { createFolder } from './create-folder.js';
export type { ExportName } from './export.js';
export { exportAudit, exportNames } from './export.js';
export type { AuditFilter } from './filter.js';
export { matchesRecord } from './filter.js';
export type { AuditLog, AuditOptions } from './log.js';
export { AuditError, openAuditLog } from './log.js';
export type { QueryOptions } from './query.js';
export { queryAudit } from './query.js';
export type { AuditRecord, Counts, RecordKind } from './record.js';
export type { RunningSession } from './running.js';
export { isSessionAlive, runningSessions } from './running.js';
export type { AuditStats, Tally } from './stats.js';
export { auditStats } from './stats.js';
export type { TailOptions } from './tail.js';
export { tailAudit } from './tail.js';
export type { SessionReport, VerifyOptions, VerifyReport } from './verify.js';
export { verifyAudit } from './verify.js';
export type { Problem } from './verify-chain.js';
