// `--jsonl`: one question per line in, one answer per line out, however long the input is. A bad line is reported with
// its number and costs nothing but its answer; the exit code says at the end that there was one.

import { type Engine, redact, type TextOptions } from '@claw/detectors';
import { exitCode } from '../../command-line/command.js';
import type { Output } from '../../terminal/output.js';
import { readLines } from './read-lines.js';
import { type Row, readRow } from './row.js';
import { cannotRead, largestText, type Source } from './sources.js';

/** Waits until the reader of our answers has room; false when it has gone. */
export type Readiness = () => Promise<boolean>;

/** Answers each line of each source. */
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
      for await (const { number, bytes } of readLines(source.open(), largestText)) {
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
        // Nobody reads any more, so nothing that could follow matters.
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
