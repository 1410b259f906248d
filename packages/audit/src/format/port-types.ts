// The types of a decision that the log records.

import type { AuditEntry } from '@claw/pipeline';

export type { AuditEntry, GroupCommit, RecordedFinding, TrailStep } from '@claw/pipeline';

export type Direction = AuditEntry['direction'];
