// Implements `--log-format`: a long-running command writes readable lines or JSON lines to stderr.

import {
  createDiagnostics,
  type DiagnosticLevel,
  type Diagnostics,
  type ErrorOutput,
} from './diagnostics.js';
import { privateStderr } from './stderr.js';

const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Writes the events of a process, and the errors of the program itself. */
export interface ProcessLog extends ErrorOutput {
  readonly diagnostics: Diagnostics;
  /**
   * Writes an event about the whole process. A readable line of this kind does not begin with the name of a server.
   */
  announce(level: DiagnosticLevel, event: string, message: string): void;
}

/** Returns the format for an option value; undefined after printing an error. */
export function readLogFormat(named: string | undefined, output: ErrorOutput): LogFormat | undefined {
  const format = logFormats.find((one) => one === (named ?? 'text'));
  if (format === undefined)
    output.error(`Invalid value for \`--log-format\`: \`${named}\`. Use \`text\` or \`json\`.`);
  return format;
}

export async function openProcessLog(
  output: ErrorOutput,
  server: string,
  format: LogFormat,
): Promise<ProcessLog> {
  if (format === 'text')
    return {
      error: (message) => output.error(message),
      diagnostics: createDiagnostics(output, server),
      announce: (_level, _event, message) => output.error(message),
    };
  const { createJsonLog } = await import('./json-log.js');
  return createJsonLog(server, privateStderr());
}
