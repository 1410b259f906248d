// What is wrong with a policy or another TOML file, where, and what to do about it. Positions are found only when there is
// something to report: that needs a second parser, which a good policy never loads.
export type Severity = 'error' | 'warning';

/** One thing to fix in a file. Lines and columns count from 1. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable and greppable: `unknown-key`, `unknown-action`, `shadowed-rule`, … */
  readonly code: string;
  readonly message: string;
  /** What to write instead; empty when the message says it. */
  readonly help: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A diagnostic before its place in the text is known; `path` are the keys that lead there. */
export interface Problem {
  readonly severity?: Severity;
  readonly code: string;
  readonly message: string;
  readonly help: string;
  readonly path: readonly (string | number)[];
  /** Point at the key itself instead of its value. */
  readonly atKey?: boolean;
  /** Known already, for syntax errors. */
  readonly position?: { readonly line: number; readonly column: number };
}

/** `policy.toml:7:10 unknown action `dney`; did you mean `deny`?` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, message, help } = diagnostic;
  return `${file}:${line}:${column} ${message}${help === '' ? '' : `; ${help}`}`;
}

/** Thrown where a caller asked for a policy and nothing less will do. */
export class PolicyError extends Error {
  readonly code = 'POLICY_INVALID';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.name = 'PolicyError';
    this.diagnostics = diagnostics;
  }
}
