// How bad it is: four levels, and what a scan says about a server.

export const risks = ['low', 'medium', 'high', 'critical'] as const;
export type Risk = (typeof risks)[number];

/** Something that is wrong with a server, and what to do about it. */
export interface ScanFinding {
  /** A stable name for scripts: `unprotected`, `unpinned`, `secret`, … */
  readonly rule: string;
  readonly severity: Risk;
  readonly message: string;
  /** What to do, as a sentence or a command. */
  readonly fix: string;
}

export const worst = (levels: readonly Risk[]): Risk =>
  risks[Math.max(0, ...levels.map((level) => risks.indexOf(level)))] as Risk;

/** One level down, for what the firewall takes away; nothing that is dangerous becomes harmless by it. */
export const lowered = (risk: Risk): Risk => risks[Math.max(0, risks.indexOf(risk) - 1)] as Risk;
