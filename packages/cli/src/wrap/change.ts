// Represents changes to an entry so that they can be stored, applied to its text, and undone later even if the rest of
// the file was edited in the meantime.

import type { LocatedEntry } from '../config-formats/format.js';
import type { Edit } from '../config-formats/text-edit.js';

/** A change from `before` to `after` in a field of an entry. */
export interface Change {
  readonly field: string;
  /**
   * `value`: the value itself. `behind`: the position directly after the value. `in-front`: the position directly
   * before the key.
   */
  readonly place: 'value' | 'behind' | 'in-front';
  readonly before: string;
  readonly after: string;
}

/** Returns the edit that applies a change; undefined if the text at this position has changed. */
export function editOf(text: string, entry: LocatedEntry, change: Change): Edit | undefined {
  const field = entry.fields.get(change.field);
  if (!field) return undefined;
  const { length } = change.before;
  const start = {
    value: field.value.start,
    behind: field.value.end,
    'in-front': field.property.start - length,
  }[change.place];
  const end = change.place === 'value' ? field.value.end : start + length;
  return text.slice(start, end) === change.before ? { start, end, text: change.after } : undefined;
}

/** Returns the change that reverts another change. */
export const reverseOf = ({ before, after, ...where }: Change): Change => ({
  ...where,
  before: after,
  after: before,
});

/** Describes an edit to an entry as a change to one of its fields. */
export function changeOf(text: string, entry: LocatedEntry, edit: Edit): Change {
  const before = text.slice(edit.start, edit.end);
  for (const { key, value, property } of entry.fields.values()) {
    if (edit.start === value.end && before === '')
      return { field: key, place: 'behind', before, after: edit.text };
    if (edit.end === property.start && before === '')
      return { field: key, place: 'in-front', before, after: edit.text };
    if (edit.start >= value.start && edit.end <= value.end) {
      const whole = text.slice(value.start, value.end);
      const [head, tail] = [text.slice(value.start, edit.start), text.slice(edit.end, value.end)];
      return { field: key, place: 'value', before: whole, after: head + edit.text + tail };
    }
  }
  throw new Error('an edit outside the fields of its entry');
}
