// Applies edits to several entries and verifies the result: when the text is parsed again, exactly the selected
// entries must have changed as planned. An entry that cannot be verified is not changed.

import { pathKey } from '../config-formats/entries.js';
import type { Format, LocatedEntry, ParsedConfig, PathStep } from '../config-formats/format.js';
import { sameValue } from '../config-formats/same-value.js';
import { applyEdits, type Edit } from '../config-formats/text-edit.js';
import type { EntryShape } from './entry-shape.js';
import type { RemoteSpelling } from './remote/remote-entry.js';

/** A change to one entry. */
export interface Job {
  readonly entry: LocatedEntry;
  readonly shape: EntryShape;
}

/** The new text, and the results of the jobs in order. */
export interface RewriteOutcome<Done> {
  readonly text: string;
  readonly results: readonly (Done | { readonly reason: string })[];
}

/** The edits of one entry and its new value; an undefined value means that any resulting value is accepted. */
export interface Plan {
  readonly edits: readonly Edit[];
  readonly value: unknown;
  readonly spelling?: RemoteSpelling;
}

/** Plans each job and applies the jobs that can be verified: all together if possible, otherwise one by one. */
export function applyVerified<SomeJob extends Job>(
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
    return kept ? made : { reason: 'changing its text would also change other parts of the file' };
  });
  return { text: rest ?? text, results };
}

/** Returns the edited text if it has the expected value. */
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
  const expected = withValues(
    before.value,
    planned.map(({ job: { entry }, made }) => ({
      path: entry.path,
      value: made.value ?? valueAt(parsed.value, entry.path),
    })),
  );
  return sameValue(parsed.value, expected) ? after : undefined;
}

interface ValueAt {
  readonly path: readonly PathStep[];
  readonly value: unknown;
}

/** Returns a copy with other values at some positions. A parent of several values is copied once. */
function withValues(whole: unknown, changes: readonly ValueAt[]): unknown {
  const here = changes.find(({ path }) => path.length === 0);
  if (here) return here.value;
  const bySteps = new Map<PathStep, ValueAt[]>();
  for (const { path, value } of changes) {
    const [step, ...rest] = path as readonly [PathStep, ...PathStep[]];
    const inside = bySteps.get(step) ?? [];
    inside.push({ path: rest, value });
    bySteps.set(step, inside);
  }
  const copy = Array.isArray(whole) ? [...whole] : { ...(whole as object) };
  const inside = copy as Record<PathStep, unknown>;
  for (const [step, changed] of bySteps) inside[step] = withValues(inside[step], changed);
  return copy;
}

const valueAt = (whole: unknown, path: readonly PathStep[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PathStep, unknown> | undefined)?.[step], whole);

/** Maps entries by their path, so that a text with thousands of entries is searched only once. */
const entriesByPath = new WeakMap<ParsedConfig, Map<string, ReadonlyMap<string, LocatedEntry>>>();

/** Finds the same entry in another version of the text. */
export function findAgain(parsed: ParsedConfig, { path }: LocatedEntry): LocatedEntry | undefined {
  const containers = entriesByPath.get(parsed) ?? new Map<string, ReadonlyMap<string, LocatedEntry>>();
  entriesByPath.set(parsed, containers);
  const container = path.slice(0, -1).map(String);
  const key = pathKey(container);
  const entries =
    containers.get(key) ??
    new Map(parsed.findEntries(container).map((entry) => [pathKey(entry.path), entry] as const));
  containers.set(key, entries);
  return entries.get(pathKey(path));
}
