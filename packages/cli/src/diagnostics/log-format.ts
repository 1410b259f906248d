// `--log-format`: whether a proxy writes readable lines or JSON lines to stderr.

import { createDiagnostics, type Diagnostics, type ErrorOutput } from './diagnostics.js';
import { privateStderr } from './stderr.js';

export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Where a proxy writes its events, and errors of the program itself. */
export interface ProxyLog extends ErrorOutput {
  readonly diagnostics: Diagnostics;
}

export async function openProxyLog(
  output: ErrorOutput,
  server: string,
  format: LogFormat,
): Promise<ProxyLog> {
  if (format === 'text')
    return { error: (message) => output.error(message), diagnostics: createDiagnostics(output, server) };
  const { createJsonLog } = await import('./json-log.js');
  return createJsonLog(server, privateStderr());
}
