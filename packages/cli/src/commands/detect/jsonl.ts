// Implements `--jsonl`: reads one object per line and prints one result per line, so the input may have any length. An
// invalid line is reported with its number and skipped; then the exit code is 2.

import { type Engine, redact, type TextOptions } from '@claw/detectors';
import { exitCode } from '../../command-line/command.js';
import type { Output } from '../../terminal/output.js';
import { readLines } from './read-lines.js';
import { type Row, readRow } from './row.js';
import { cannotRead, maxTextSize, type Source } from './sources.js';

/** Waits until stdout accepts more output; returns false if it was closed. */
export type Readiness = () => Promise<boolean>;

/** Runs the detectors on each line of each source. */
export async function detectInRows(
  sources: readonly Source[],
  engine: Engine,
  options: TextOptions,
  output: Output,
  isReady: Readiness,
): Promise<number> {
  let flagged = false;
  let bad = false;
  for (const source of sources) {
    try {
      for await (const { number, bytes } of readLines(source.open(), maxTextSize)) {
        const row = bytes === undefined ? { reason: 'is longer than 256 MB' } : readRow(bytes);
        if (row === undefined) continue;
        if ('reason' in row) {
          output.error(`${source.name}:${number} ${row.reason}; the line was skipped`);
          bad = true;
          continue;
        }
        const answer = answerTo(row, engine, options);
        flagged ||= answer.flagged;
        const line = JSON.stringify(answer);
        output.result({ json: answer, text: () => line });
        // Stdout was closed, so the remaining results cannot be written.
        if (!(await isReady())) return flagged ? exitCode.failure : exitCode.success;
      }
    } catch (error) {
      output.error(cannotRead(source, error));
      bad = true;
    }
  }
  if (bad) return exitCode.usageError;
  return flagged ? exitCode.failure : exitCode.success;
}

function answerTo({ id, text }: Row, engine: Engine, options: TextOptions) {
  const findings = engine.detect(text, options);
  return {
    id,
    flagged: findings.length > 0,
    findings: findings.map(({ kind, detector, severity, start, end }) => ({
      kind,
      detector,
      severity,
      start,
      end,
    })),
    redacted: redact(text, findings),
  };
}
