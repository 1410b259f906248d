// Unwraps one server: the words after `--` become its command again. Only the entry itself is needed, even if an
// earlier version wrapped the server.

import type { LocatedEntry } from '../config-formats/format.js';
import { sameValue } from '../config-formats/same-value.js';
import { type Edit, textOf } from '../config-formats/text-edit.js';
import { wordsOf } from './entry-shape.js';
import { legacyMarkerOf, legacyMarkers, legacyOriginal } from './entry-state.js';
import { recognizeLaunch } from './program/recognize-launch.js';
import { elsewhere, type Rewriting, type Rewritten } from './wrap-entry.js';

/** Removes a firewall from an entry, so that the words after `--` become the command. */
export function unwrapEntry(entry: LocatedEntry, rewriting: Rewriting): Rewritten {
  const { shape } = rewriting;
  const words = wordsOf(entry, shape);
  const at = words && recognizeLaunch(words)?.originalAt;
  const kept = legacyOriginal(entry);
  // The marker is untrusted like the rest of the file, so it must not restore a command other than the one that runs.
  if (kept && at !== undefined && !sameValue(kept, words?.slice(at)))
    return {
      reason: `its \`${legacyMarkerOf(entry)}\` differs from the command after \`--\`; remove it`,
    };
  if (kept && shape.args !== undefined) return restoreKept(entry, kept, rewriting);
  if (words === undefined || at === undefined) return { reason: 'there is no command after `--`' };
  return shape.args === undefined
    ? dropFromList(entry, words, at, rewriting)
    : dropFromArgs(entry, words, at, shape.args, rewriting);
}

function dropFromList(
  entry: LocatedEntry,
  words: readonly string[],
  at: number,
  { text, format, shape }: Rewriting,
): Rewritten {
  const command = entry.fields.get(shape.command);
  if (!command?.items) return { reason: elsewhere };
  return {
    edits: [format.dropFirst(text, command, at)],
    value: { ...entry.value, [shape.command]: words.slice(at) },
  };
}

function dropFromArgs(
  entry: LocatedEntry,
  words: readonly string[],
  at: number,
  key: string,
  { text, format, shape }: Rewriting,
): Rewritten {
  const commandField = entry.fields.get(shape.command);
  const args = entry.fields.get(key);
  // The first word becomes the command; the other words are elements of the list.
  const original = args?.items?.[at - 1];
  if (!commandField || !args || !original) return { reason: elsewhere };
  const token = textOf(text, original);
  const command = format.isPortable(token) ? token : format.quote(words[at] as string);
  const rest = words.slice(at + 1);
  // For all clients, an empty list has the same meaning as no arguments.
  const dropped = rest.length === 0 ? format.dropField(text, args) : undefined;
  const { [key]: _list, ...withoutArgs } = entry.value;
  return {
    edits: [{ ...commandField.value, text: command }, dropped ?? format.dropFirst(text, args, at)],
    value: { ...withoutArgs, [shape.command]: words[at], ...(dropped ? {} : { [key]: rest }) },
  };
}

/** Restores an entry from an earlier version, which stored the original in addition to its own command. */
function restoreKept(
  entry: LocatedEntry,
  [first = '', ...rest]: readonly string[],
  { text, format, shape }: Rewriting,
): Rewritten {
  const key = shape.args as string;
  const command = entry.fields.get(shape.command);
  const args = entry.fields.get(key);
  const markers = legacyMarkers.flatMap((marker) => entry.fields.get(marker) ?? []);
  const dropped = markers.map((marker) => format.dropField(text, marker));
  if (!command || !args?.items || !dropped.every((edit) => edit !== undefined)) return { reason: elsewhere };
  const others = Object.entries(entry.value).filter(([name]) => !legacyMarkers.includes(name));
  // The words of the earlier version precede the original words, like ours.
  const added = args.items.length - rest.length;
  const list =
    added > 0 && sameValue((args.data as readonly string[]).slice(added), rest)
      ? format.dropFirst(text, args, added)
      : { ...args.value, text: `[${rest.map((word) => format.quote(word)).join(', ')}]` };
  return {
    edits: [{ ...command.value, text: format.quote(first) }, list, ...(dropped as Edit[])],
    value: { ...Object.fromEntries(others), [shape.command]: first, [key]: rest },
  };
}
