// Rewrites the text of a configuration, several entries at once, and proves the result before anybody writes it: read
// again, it must hold exactly the changed entries and nothing else that is new. An entry that cannot be proved is left.

import { createHash } from 'node:crypto';
import { type Change, changeOf, editOf, reverseOf } from './change.js';
import type { Format, LocatedEntry, ParsedConfig, PathStep } from './format.js';
import { leadsToAddress, type RemoteSpelling, unwrapRemoteEntry, wrapRemoteEntry } from './remote-entry.js';
import { sameValue } from './same-value.js';
import { type EntryShape, wordsOf } from './shape.js';
import { applyEdits, type Edit, textOf } from './text.js';
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

/** An entry that is to be changed. */
export interface Job {
  readonly entry: LocatedEntry;
  readonly shape: EntryShape;
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

/** The new text, and what became of each job, in their order. */
export interface RewriteOutcome<Done> {
  readonly text: string;
  readonly results: readonly (Done | { readonly reason: string })[];
}

/** Puts us in front of some servers. */
export function wrapEntries(
  text: string,
  format: Format,
  jobs: readonly WrapJob[],
): RewriteOutcome<{ readonly record: WrapRecord }> {
  const { text: after, results } = carryOut(text, format, jobs, (job) => planWrap(text, format, job));
  const parsed = format.parse(after) as ParsedConfig;
  return {
    text: after,
    results: results.map((result, index) => {
      if ('reason' in result) return result;
      const job = jobs[index] as WrapJob;
      return { record: recordOf(job, result, { text, after, parsed, format }) };
    }),
  };
}

/** Takes us out again; `exact` says whether the entry is known to be what it was before, byte for byte. */
export function unwrapEntries(
  text: string,
  format: Format,
  jobs: readonly UnwrapJob[],
): RewriteOutcome<{ readonly exact: boolean }> {
  const remembered = ({ entry, shape, record }: UnwrapJob) =>
    record?.wrapped === fingerprint(text, entry, shape) ? record : undefined;
  const { text: after, results } = carryOut(text, format, jobs, (job) => {
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

/** Edits of one entry; a value of undefined means: whatever the text says. */
interface Plan {
  readonly edits: readonly Edit[];
  readonly value: unknown;
  readonly spelling?: RemoteSpelling;
}

function planWrap(text: string, format: Format, { entry, shape, launcher, stdioType = 'stdio' }: WrapJob) {
  const rewriting = { text, format, shape };
  if (wordsOf(entry, shape) !== undefined) return wrapEntry(entry, launcher, rewriting);
  const plan = wrapRemoteEntry(entry, launcher, stdioType, rewriting);
  if ('reason' in plan || comesBack(entry, plan, rewriting)) return plan;
  // What is kept outside the file must not hold its headers, so there is no other way back.
  return { reason: 'its text is written so that it could not be restored exactly' };
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

/** Makes a plan for each job and carries out those that can be proved: all together, or else one by one. */
function carryOut<SomeJob extends Job>(
  text: string,
  format: Format,
  jobs: readonly SomeJob[],
  plan: (job: SomeJob) => Plan | { readonly reason: string },
): RewriteOutcome<Plan> {
  const plans = jobs.map(plan);
  const together = jobs.flatMap((job, index) => {
    const made = plans[index] as Plan | { reason: string };
    return 'reason' in made ? [] : [{ job, made }];
  });
  const all = prove(text, format, together);
  if (all !== undefined) return { text: all, results: plans };
  const good = together.filter((one) => prove(text, format, [one]) !== undefined);
  const rest = prove(text, format, good);
  const results = plans.map((made) => {
    if ('reason' in made) return made;
    const kept = rest !== undefined && good.some((one) => one.made === made);
    return kept
      ? made
      : { reason: 'its text is written so that changing it would change more than this entry' };
  });
  return { text: rest ?? text, results };
}

/** The edited text, if it says exactly what it should. */
function prove(
  text: string,
  format: Format,
  planned: readonly { readonly job: Job; readonly made: Plan }[],
): string | undefined {
  const before = format.parse(text);
  if ('problem' in before) return undefined;
  const after = applyEdits(
    text,
    planned.flatMap(({ made }) => made.edits),
  );
  const parsed = format.parse(after);
  if ('problem' in parsed) return undefined;
  const expected = planned.reduce(
    (value, { job, made }) =>
      withValueAt(value, job.entry.path, made.value ?? valueAt(parsed.value, job.entry.path)),
    before.value,
  );
  return sameValue(parsed.value, expected) ? after : undefined;
}

function withValueAt(whole: unknown, [step, ...rest]: readonly PathStep[], value: unknown): unknown {
  if (step === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...(whole as object) };
  const inside = copy as Record<PathStep, unknown>;
  inside[step] = withValueAt(inside[step], rest, value);
  return copy;
}

const valueAt = (whole: unknown, path: readonly PathStep[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PathStep, unknown> | undefined)?.[step], whole);

/** The entry of the same place in another version of the text. */
const findAgain = (parsed: ParsedConfig, { path }: LocatedEntry): LocatedEntry | undefined =>
  parsed.findEntries(path.slice(0, -1).map(String)).find((other) => sameValue(other.path, path));

interface Wrapping extends Omit<Rewriting, 'shape'> {
  readonly after: string;
  readonly parsed: ParsedConfig;
}

/** Writes down how to get back only if the entry does not tell. */
function recordOf(
  { entry, shape }: WrapJob,
  plan: Plan,
  { text, after, parsed, format }: Wrapping,
): WrapRecord {
  const now = findAgain(parsed, entry) as LocatedEntry;
  const record = {
    path: JSON.stringify(entry.path),
    original: fingerprint(text, entry, shape),
    wrapped: fingerprint(after, now, shape),
    ...(plan.spelling ? { remote: plan.spelling } : {}),
  };
  return comesBack(entry, plan, { text, format, shape })
    ? record
    : { ...record, undo: plan.edits.map((edit) => changeOf(text, entry, edit)) };
}
