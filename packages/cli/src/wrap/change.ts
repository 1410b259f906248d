// Changes of an entry that can be told in words: they can be carried out on its text, kept, and undone later, also when
// the rest of the file was edited in between.

import type { LocatedEntry } from '../config-formats/format.js';
import type { Edit } from '../config-formats/text-edit.js';

/** At a field of an entry, `before` became `after`. */
export interface Change {
  readonly field: string;
  /** The value itself, or the place right behind the value, or right in front of the key. */
  readonly place: 'value' | 'behind' | 'in-front';
  readonly before: string;
  readonly after: string;
}

/** The edit that carries a change out. Undefined when the text there is another by now. */
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

/** The change that takes another one back. */
export const reverseOf = ({ before, after, ...where }: Change): Change => ({
  ...where,
  before: after,
  after: before,
});

/** Describes an edit of an entry as a change at one of its fields. */
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
