// Wraps one server by editing the text of its entry. The original command stays in the entry unchanged after `--`.

import type { Field, Format, LocatedEntry } from '../config-formats/format.js';
import { type Edit, textOf } from '../config-formats/text-edit.js';
import { type EntryShape, wordsOf } from './entry-shape.js';

/** The values for wrapping an entry. */
export interface Rewriting {
  readonly text: string;
  readonly format: Format;
  readonly shape: EntryShape;
}

/** The edits and the resulting value of the entry, or the reason why it cannot be edited. */
export type Rewritten =
  /** An undefined value means that any resulting value is accepted. */
  | { readonly edits: readonly Edit[]; readonly value: Readonly<Record<string, unknown>> | undefined }
  | { readonly reason: string };

/** Inserts `launcher`, the command line of the firewall, before the command of an entry. */
export function wrapEntry(
  entry: LocatedEntry,
  launcher: readonly string[],
  { text, format, shape }: Rewriting,
): Rewritten {
  const words = wordsOf(entry, shape);
  const command = entry.fields.get(shape.command);
  if (!words || !command) return { reason: elsewhere };
  const ours = [...launcher, 'proxy', ...nameWords(entry.name), '--'];
  const quoted = ours.map((word) => format.quote(word));
  const after = [...ours, ...words];
  if (shape.args === undefined) {
    if (!command.items) return { reason: elsewhere };
    return {
      edits: [format.prepend(text, command, quoted)],
      value: { ...entry.value, [shape.command]: after },
    };
  }
  const args = entry.fields.get(shape.args);
  const nothing = args?.data === null;
  if ((args && !args.items && !nothing) || (!args && entry.value[shape.args] !== undefined))
    return { reason: elsewhere };
  const tokens = [...quoted.slice(1), moved(command, words[0] as string, text, format)];
  return {
    edits: [
      { ...command.value, text: quoted[0] as string },
      args && !nothing
        ? format.prepend(text, args, tokens)
        : args
          ? { ...args.value, text: `[${tokens.join(', ')}]` }
          : format.addList(text, command, shape.args, tokens),
    ],
    value: { ...entry.value, [shape.command]: after[0], [shape.args]: after.slice(1) },
  };
}

/**
 * Returns the option with the name of the server. If the name begins with a dash, the option is one word
 * (`--server=-x`), because a separate word would be parsed as another option.
 */
export function nameWords(name: string): readonly string[] {
  if (name === '') return [];
  return name.startsWith('-') ? [`--server=${name}`] : ['--server', name];
}

/** The reason why an entry cannot be edited if its fields are elsewhere in the file. */
export const elsewhere = 'its command is defined elsewhere in the file (by an alias or a merged key)';

/** Returns the string as written if this notation is valid at another position; otherwise the quoted string. */
function moved(field: Field, value: string, text: string, format: Format): string {
  const token = textOf(text, field.value);
  return format.isPortable(token) ? token : format.quote(value);
}
