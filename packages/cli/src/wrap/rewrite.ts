// Wraps and unwraps entries in the text of a configuration, and verifies for each entry whether it can be restored byte
// for byte.

import type { Format, LocatedEntry, ParsedConfig } from '../config-formats/format.js';
import { applyEdits, type Edit } from '../config-formats/text-edit.js';
import { applyVerified, findAgain, type Job, type Plan, type RewriteOutcome } from './apply-verified.js';
import { editOf, reverseOf } from './change.js';
import { wordsOf } from './entry-shape.js';
import { recognizeLaunch } from './program/recognize-launch.js';
import { type RemoteSpelling, startsRemote, wrapRemoteEntry } from './remote/remote-entry.js';
import { unwrapRemoteEntry } from './remote/unwrap-remote-entry.js';
import { unwrapEntry } from './unwrap-entry.js';
import { nameWords, type Rewriting, wrapEntry } from './wrap-entry.js';
import { fingerprint, recordOf, type WrapRecord } from './wrap-record.js';

export interface WrapJob extends Job {
  /** The command line of the firewall. */
  readonly launcher: readonly string[];
  /** The value that the client requires for a stdio server. */
  readonly stdioType?: string;
}

export interface UnwrapJob extends Job {
  readonly record: WrapRecord | undefined;
}

/** Wraps servers in a text. */
export function wrapEntries(
  text: string,
  format: Format,
  jobs: readonly WrapJob[],
): RewriteOutcome<{ readonly record: WrapRecord }> {
  const { text: after, results } = applyVerified(text, format, jobs, (job) => planWrap(text, format, job));
  const parsed = format.parse(after) as ParsedConfig;
  const done = jobs.flatMap((job, index) => {
    const plan = results[index];
    return plan && !('reason' in plan) ? [{ job, plan }] : [];
  });
  // In most files, all entries can be restored together; otherwise each entry is verified separately.
  const exact = allCanBeRestored(text, after, parsed, format, done);
  return {
    text: after,
    results: results.map((result, index) => {
      if ('reason' in result) return result;
      const job = jobs[index] as WrapJob;
      const back = exact || canBeRestored(job.entry, result, { text, format, shape: job.shape });
      return { record: recordOf(job, result, back, { text, after, parsed }) };
    }),
  };
}

function allCanBeRestored(
  text: string,
  after: string,
  parsed: ParsedConfig,
  format: Format,
  done: readonly { readonly job: WrapJob; readonly plan: Plan }[],
): boolean {
  const plans = done.map(({ job: { entry, shape }, plan }) => {
    const now = findAgain(parsed, entry);
    return now && planUnwrap({ entry: now, shape }, plan.spelling, { text: after, format, shape });
  });
  const edits = plans.flatMap((plan) => (plan && 'edits' in plan ? plan.edits : []));
  return plans.every((plan) => plan && 'edits' in plan) && applyEdits(after, edits) === text;
}

/** Unwraps servers in a text; `exact` is true if the entry is known to be identical to the original. */
export function unwrapEntries(
  text: string,
  format: Format,
  jobs: readonly UnwrapJob[],
): RewriteOutcome<{ readonly exact: boolean }> {
  const matchingRecord = ({ entry, shape, record }: UnwrapJob) =>
    record?.wrapped === fingerprint(text, entry, shape) ? record : undefined;
  const { text: after, results } = applyVerified(text, format, jobs, (job) => {
    const undo = matchingRecord(job)?.undo?.map((change) => editOf(text, job.entry, reverseOf(change)));
    return undo?.every((edit) => edit !== undefined)
      ? { edits: undo as Edit[], value: undefined }
      : planUnwrap(job, job.record?.remote, { text, format, shape: job.shape });
  });
  const parsed = format.parse(after) as ParsedConfig;
  return {
    text: after,
    results: results.map((result, index) => {
      if ('reason' in result) return result;
      const job = jobs[index] as UnwrapJob;
      const now = findAgain(parsed, job.entry);
      return {
        exact: now !== undefined && matchingRecord(job)?.original === fingerprint(after, now, job.shape),
      };
    }),
  };
}

function planWrap(text: string, format: Format, { entry, shape, launcher, stdioType = 'stdio' }: WrapJob) {
  const rewriting = { text, format, shape };
  // Without this check, `unwrap` might not recognize the entry.
  if (recognizeLaunch([...launcher, 'proxy', ...nameWords(entry.name), '--', 'x']) === undefined)
    return {
      reason: `this clawdefender was started by \`${launcher[0]}\`, which \`unwrap\` would not recognize; start it with Node`,
    };
  if (wordsOf(entry, shape) !== undefined) return wrapEntry(entry, launcher, rewriting);
  const plan = wrapRemoteEntry(entry, launcher, stdioType, rewriting);
  if ('reason' in plan || canBeRestored(entry, plan, rewriting)) return plan;
  // Headers must not be stored outside the file, so exact restoration is the only way to undo the change.
  return { reason: 'its text could not be restored exactly' };
}

const planUnwrap = ({ entry, shape }: Job, spelling: RemoteSpelling | undefined, rewriting: Rewriting) =>
  startsRemote(entry, shape) ? unwrapRemoteEntry(entry, spelling, rewriting) : unwrapEntry(entry, rewriting);

/** True if the text can be restored from the entry and its recorded notation. */
function canBeRestored(entry: LocatedEntry, { edits, spelling }: Plan, rewriting: Rewriting): boolean {
  const { text, format, shape } = rewriting;
  const alone = applyEdits(text, edits);
  const parsed = format.parse(alone);
  const now = 'problem' in parsed ? undefined : findAgain(parsed, entry);
  const back = now && planUnwrap({ entry: now, shape }, spelling, { ...rewriting, text: alone });
  return back !== undefined && !('reason' in back) && applyEdits(alone, back.edits) === text;
}
