// Diagnostics of a running proxy or server as structured events, one readable line per event on stderr. `log-format.ts` has JSON
// lines as well.

import type { Output } from '../terminal/output.js';

export type DiagnosticLevel = 'info' | 'warn' | 'error';

/** Something that happened while a proxy or server runs. */
export interface DiagnosticEvent {
  readonly level: DiagnosticLevel;
  /** A stable name such as `policy_reloaded`. */
  readonly event: string;
  /** One or two sentences for the user. */
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface Diagnostics {
  write(event: DiagnosticEvent): void;
}

/** Prints one line to stderr. */
export type ErrorOutput = Pick<Output, 'error'>;

/** Writes the events of one server as lines that start with its name. */
export const createDiagnostics = (output: ErrorOutput, server: string): Diagnostics => ({
  write: ({ message }) => output.error(`${server}: ${message}`),
});
