// Wraps and unwraps entries in the text of a configuration, and knows what has to be remembered so that each comes back
// byte for byte.

import { createHash } from 'node:crypto';
import type { Format, LocatedEntry, ParsedConfig } from '../config-formats/format.js';
import { applyEdits, type Edit, textOf } from '../config-formats/text-edit.js';
import { applyVerified, findAgain, type Job, type Plan, type RewriteOutcome } from './apply-verified.js';
import { type Change, changeOf, editOf, reverseOf } from './change.js';
import { type EntryShape, wordsOf } from './entry-shape.js';
import { leadsToAddress, type RemoteSpelling, unwrapRemoteEntry, wrapRemoteEntry } from './remote-entry.js';
import { type Rewriting, unwrapEntry, wrapEntry } from './wrap-entry.js';

/** What has to be remembered of a wrapped entry. */
export interface WrapRecord {
  /** Its place in the file, as JSON. */
  readonly path: string;
  /** A hash of how its command was written before and after. */
  readonly original: string;
  readonly wrapped: string;
  /** How to get back, when the entry itself does not tell: an empty list of arguments, an odd way of writing. */
  readonly undo?: readonly Change[];
  /** How a remote server was spelt. */
  readonly remote?: RemoteSpelling;
}

export interface WrapJob extends Job {
  /** The words that start us. */
  readonly launcher: readonly string[];
  /** The client's word for a server that it starts. */
  readonly stdioType?: string;
}

export interface UnwrapJob extends Job {
  readonly record: WrapRecord | undefined;
}

/** Puts us in front of some servers. */
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
  // Most files come back as a whole; only if this one does not, each entry is tried alone.
  const exact = allComeBack(text, after, parsed, format, done);
  return {
    text: after,
    results: results.map((result, index) => {
      if ('reason' in result) return result;
      const job = jobs[index] as WrapJob;
      const back = exact || comesBack(job.entry, result, { text, format, shape: job.shape });
      return { record: recordOf(job, result, back, { text, after, parsed }) };
    }),
  };
}

function allComeBack(
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

/** Takes us out again; `exact` says whether the entry is known to be what it was before, byte for byte. */
export function unwrapEntries(
  text: string,
  format: Format,
  jobs: readonly UnwrapJob[],
): RewriteOutcome<{ readonly exact: boolean }> {
  const remembered = ({ entry, shape, record }: UnwrapJob) =>
    record?.wrapped === fingerprint(text, entry, shape) ? record : undefined;
  const { text: after, results } = applyVerified(text, format, jobs, (job) => {
    const undo = remembered(job)?.undo?.map((change) => editOf(text, job.entry, reverseOf(change)));
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
      return { exact: now !== undefined && remembered(job)?.original === fingerprint(after, now, job.shape) };
    }),
  };
}

/** A hash of the text of the fields that we edit. */
function fingerprint(text: string, { fields }: LocatedEntry, shape: EntryShape): string {
  const keys = [shape.command, ...(shape.args === undefined ? [] : [shape.args]), ...shape.remote];
  const written = keys.map((key) => {
    const field = fields.get(key);
    return field ? textOf(text, field.value) : null;
  });
  return createHash('sha256').update(JSON.stringify(written)).digest('hex');
}

function planWrap(text: string, format: Format, { entry, shape, launcher, stdioType = 'stdio' }: WrapJob) {
  const rewriting = { text, format, shape };
  if (wordsOf(entry, shape) !== undefined) return wrapEntry(entry, launcher, rewriting);
  const plan = wrapRemoteEntry(entry, launcher, stdioType, rewriting);
  if ('reason' in plan || comesBack(entry, plan, rewriting)) return plan;
  // What is kept outside the file must not hold its headers, so there is no other way back.
  return { reason: 'its text could not be restored exactly' };
}

const planUnwrap = ({ entry, shape }: Job, spelling: RemoteSpelling | undefined, rewriting: Rewriting) =>
  leadsToAddress(entry, shape)
    ? unwrapRemoteEntry(entry, spelling, rewriting)
    : unwrapEntry(entry, rewriting);

/** Whether the entry alone, with what is remembered of its spelling, leads back to the text. */
function comesBack(entry: LocatedEntry, { edits, spelling }: Plan, rewriting: Rewriting): boolean {
  const { text, format, shape } = rewriting;
  const alone = applyEdits(text, edits);
  const parsed = format.parse(alone);
  const now = 'problem' in parsed ? undefined : findAgain(parsed, entry);
  const back = now && planUnwrap({ entry: now, shape }, spelling, { ...rewriting, text: alone });
  return back !== undefined && !('reason' in back) && applyEdits(alone, back.edits) === text;
}

/** Writes down how to get back only if the entry does not tell. */
function recordOf(
  { entry, shape }: WrapJob,
  plan: Plan,
  comesBackAlone: boolean,
  { text, after, parsed }: { readonly text: string; readonly after: string; readonly parsed: ParsedConfig },
): WrapRecord {
  const now = findAgain(parsed, entry) as LocatedEntry;
  const record = {
    path: JSON.stringify(entry.path),
    original: fingerprint(text, entry, shape),
    wrapped: fingerprint(after, now, shape),
    ...(plan.spelling ? { remote: plan.spelling } : {}),
  };
  return comesBackAlone ? record : { ...record, undo: plan.edits.map((edit) => changeOf(text, entry, edit)) };
}
