// Defines the data that is stored about a wrapped entry, so that the entry can be restored byte for byte and later
// edits are detected.

import { createHash } from 'node:crypto';
import type { LocatedEntry, ParsedConfig } from '../config-formats/format.js';
import { textOf } from '../config-formats/text-edit.js';
import { findAgain, type Job, type Plan } from './apply-verified.js';
import { type Change, changeOf } from './change.js';
import type { EntryShape } from './entry-shape.js';
import type { RemoteSpelling } from './remote/remote-entry.js';

/** The stored data of a wrapped entry. */
export interface WrapRecord {
  /** The path of the entry in the file, as JSON. */
  readonly path: string;
  /** Hashes of the text of the command, before and after wrapping. */
  readonly original: string;
  readonly wrapped: string;
  /**
   * The changes to revert, if the entry does not show them: for example, an empty list of arguments or unusual quotes.
   */
  readonly undo?: readonly Change[];
  /** The original notation of a remote server. */
  readonly remote?: RemoteSpelling;
}

/** Returns a hash of the text of the edited fields. */
export function fingerprint(text: string, { fields }: LocatedEntry, shape: EntryShape): string {
  const keys = [shape.command, ...(shape.args === undefined ? [] : [shape.args]), ...shape.remote];
  const written = keys.map((key) => {
    const field = fields.get(key);
    return field ? textOf(text, field.value) : null;
  });
  return createHash('sha256').update(JSON.stringify(written)).digest('hex');
}

/** Creates a record. The changes are stored only if the entry does not show them. */
export function recordOf(
  { entry, shape }: Job,
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
