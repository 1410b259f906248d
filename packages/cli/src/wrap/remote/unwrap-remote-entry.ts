// Unwraps a remote server: moves the URL and the headers back to their own fields.

import type { LocatedEntry } from '../../config-formats/format.js';
import { textOf } from '../../config-formats/text-edit.js';
import { wordsOf } from '../entry-shape.js';
import type { Rewriting, Rewritten } from '../wrap-entry.js';
import type { RemoteSpelling } from './remote-entry.js';
import { transportOf } from './remote-parts.js';

/** Unwraps the entry. Without a wrap record, the usual field names are used. */
export function unwrapRemoteEntry(
  entry: LocatedEntry,
  spelling: RemoteSpelling | undefined,
  { text, format, shape }: Rewriting,
): Rewritten {
  const words = wordsOf(entry, shape) ?? [];
  const at = words.indexOf('--url') + 1;
  const command = entry.fields.get(shape.command);
  const args = shape.args === undefined ? undefined : entry.fields.get(shape.args);
  const token = (args ?? command)?.items?.[args ? at - 1 : at];
  const dropped = args && format.dropField(text, args);
  if (at === 0 || !command || !token || (args && !dropped))
    return { reason: 'its URL is defined elsewhere in the file' };
  const address = spelling?.address ?? format.writeKey(shape.remote[0] as string);
  const transport = transportOf(entry);
  const transportText = spelling?.transport ?? format.quote('http');
  const names = headerNames(words);
  const env = names.size > 0 || spelling?.headers ? entry.fields.get(shape.env) : undefined;
  const members = env?.members ?? [];
  const forwarded = words.includes('--bearer-env')
    ? entry.fields.get(shape.bearer?.forwarded ?? '')
    : undefined;
  const [variable] = forwarded?.items ?? [];
  const written = spelling?.headerNames?.length === members.length ? spelling.headerNames : undefined;
  return {
    edits: [
      { ...command.keySpan, text: address },
      { ...command.value, text: textOf(text, token) },
      ...(dropped ? [dropped] : []),
      ...(transport ? [{ ...transport.value, text: transportText }] : []),
      ...(env ? [{ ...env.keySpan, text: spelling?.headers ?? format.writeKey('headers') }] : []),
      ...members.map(({ key, keySpan }, index) => ({
        ...keySpan,
        text: written?.[index] ?? format.writeKey(names.get(key) ?? key),
      })),
      ...(forwarded && variable
        ? [
            { ...forwarded.keySpan, text: spelling?.bearer ?? format.writeKey(shape.bearer?.field ?? '') },
            { ...forwarded.value, text: textOf(text, variable) },
          ]
        : []),
    ],
    value: undefined,
  };
}

/**
 * Maps variables to header names: in `--header-env Authorization=CLAWDEFENDER_HEADER_1`, the header is found by its
 * variable.
 */
const headerNames = (words: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    words.flatMap((word, index) => {
      const [, name, from] = (words[index - 1] === '--header-env' && /^(.*)=([^=]*)$/.exec(word)) || [];
      return name !== undefined && from !== undefined ? [[from, name] as const] : [];
    }),
  );
