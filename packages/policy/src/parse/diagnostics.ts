// Defines the problems of a policy or another TOML file, with position and help. Finding positions requires a second
// parser, which is loaded only if there are problems.
export type Severity = 'error' | 'warning';

/** A problem in a file. Lines and columns start at 1. */
export interface Diagnostic {
  readonly severity: Severity;
  /** A stable code that users can search for: `unknown-key`, `unknown-action`, `shadowed-rule`, … */
  readonly code: string;
  readonly message: string;
  /** How to fix the problem. Empty if the message explains it. */
  readonly help: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A diagnostic without its position. `path` has the keys that lead to it. */
export interface Problem {
  readonly severity?: Severity;
  readonly code: string;
  readonly message: string;
  readonly help: string;
  readonly path: readonly (string | number)[];
  /** True if the position is that of the key and not of its value. */
  readonly atKey?: boolean;
  /** The position, if it is already known, as for syntax errors. */
  readonly position?: { readonly line: number; readonly column: number };
}

/** Formats a diagnostic: `policy.toml:7:10 unknown action `dney`; did you mean `deny`?` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, message, help } = diagnostic;
  return `${file}:${line}:${column} ${message}${help === '' ? '' : `; ${help}`}`;
}

/** Thrown if the caller requires a valid policy. */
export class PolicyError extends Error {
  readonly code = 'POLICY_INVALID';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.name = 'PolicyError';
    this.diagnostics = diagnostics;
  }
}
