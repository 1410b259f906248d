// The types of the decision that a record repeats.

import type { AuditEntry } from '@claw/pipeline';

export type { AuditEntry, GroupCommit, RecordedFinding, TrailStep } from '@claw/pipeline';

export type Direction = AuditEntry['direction'];
