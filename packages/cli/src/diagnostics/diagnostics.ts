// Defines the diagnostics of a running proxy or server: structured events, with one readable line per event on stderr.
// `log-format.ts` adds JSON lines.

import type { Output } from '../terminal/output.js';

export type DiagnosticLevel = 'info' | 'warn' | 'error';

/** An event while a proxy or server runs. */
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

/** Output that prints one line to stderr. */
export type ErrorOutput = Pick<Output, 'error'>;

/** Creates diagnostics that write the events of one server as lines that begin with its name. */
export const createDiagnostics = (output: ErrorOutput, server: string): Diagnostics => ({
  write: ({ message }) => output.error(`${server}: ${message}`),
});
