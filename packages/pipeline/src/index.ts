// The public names of the package, all of them.

export type {
  Answer,
  Approver,
  AuditEntry,
  AuditSink,
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
  TrailStep,
} from './ports.js';
