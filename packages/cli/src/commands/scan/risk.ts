// Defines the four risk levels, and the findings of a scan about a server.

export const risks = ['low', 'medium', 'high', 'critical'] as const;
export type Risk = (typeof risks)[number];

/** A problem with a server, and its fix. */
export interface ScanFinding {
  /** A stable name for scripts: `unprotected`, `unpinned`, `secret`, … */
  readonly rule: string;
  readonly severity: Risk;
  readonly message: string;
  /** The fix, as a sentence or a command. */
  readonly fix: string;
}

export const worst = (levels: readonly Risk[]): Risk =>
  risks[Math.max(0, ...levels.map((level) => risks.indexOf(level)))] as Risk;

/** Returns the next lower level, for risks that the firewall reduces. The lowest level stays the same. */
export const lowered = (risk: Risk): Risk => risks[Math.max(0, risks.indexOf(risk) - 1)] as Risk;
