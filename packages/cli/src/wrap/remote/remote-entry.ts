// Wraps a remote server: the client starts the firewall, which connects to the URL. The URL and the values of headers
// stay in the entry unchanged, and the client still replaces variables in them.

import type { Field, Format, LocatedEntry } from '../../config-formats/format.js';
import { type Edit, textOf } from '../../config-formats/text-edit.js';
import { type EntryShape, wordsOf } from '../entry-shape.js';
import { recognizeLaunch } from '../program/recognize-launch.js';
import { nameWords, type Rewriting, type Rewritten } from '../wrap-entry.js';
import { headerOptions, headerVariable, remotePartsOf } from './remote-parts.js';

/**
 * The parts of a remote entry's original notation that the wrapped entry does not contain. They contain no secrets.
 */
export interface RemoteSpelling {
  /** The key of the URL, as written. */
  readonly address: string;
  /** The value that named the transport. */
  readonly transport?: string;
  /** The key of the headers, and the names of the headers. */
  readonly headers?: string;
  readonly headerNames?: readonly string[];
  /** The key of the variable that contains a token. */
  readonly bearer?: string;
}

export function wrapRemoteEntry(
  entry: LocatedEntry,
  launcher: readonly string[],
  stdioType: string,
  rewriting: Rewriting,
): (Rewritten & { readonly spelling?: RemoteSpelling }) | { readonly reason: string } {
  const { text, format, shape } = rewriting;
  const parts = remotePartsOf(entry, shape);
  if ('reason' in parts) return parts;
  const { address, transport, headers, bearer } = parts;

  const names = (headers?.members ?? []).map(({ key }) => key);
  const options = headerOptions(parts);
  const forwarded = shape.bearer?.forwarded ?? '';
  const before = [...launcher, 'proxy', ...nameWords(entry.name), '--url'];
  const url = textOf(text, address.value);
  const tokens = [
    ...before.map((word) => format.quote(word)),
    format.isPortable(url) ? url : format.quote(address.data as string),
    ...options.map((word) => format.quote(word)),
  ];
  const words = [...before, address.data as string, ...options];
  const command = renamed(address, shape.command, format);
  const edits: Edit[] =
    shape.args === undefined
      ? [command, { ...address.value, text: `[${tokens.join(', ')}]` }]
      : [
          command,
          { ...address.value, text: tokens[0] as string },
          format.addList(text, address, shape.args, tokens.slice(1)),
        ];
  return {
    edits: [
      ...edits,
      ...(transport ? [{ ...transport.value, text: format.quote(stdioType) }] : []),
      ...(headers ? [renamed(headers, shape.env, format)] : []),
      ...(headers?.members ?? []).map((member, index) => renamed(member, headerVariable(index), format)),
      ...(bearer
        ? [renamed(bearer, forwarded, format), { ...bearer.value, text: `[${textOf(text, bearer.value)}]` }]
        : []),
    ],
    value: {
      ...without(entry.value, [address.key, headers?.key, bearer?.key]),
      ...(bearer ? { [forwarded]: [bearer.data] } : {}),
      ...commandValue(words, shape),
      ...(transport ? { [transport.key]: stdioType } : {}),
      ...(headers
        ? {
            [shape.env]: Object.fromEntries(
              names.map((name, index) => [
                headerVariable(index),
                (headers.data as Record<string, unknown>)[name],
              ]),
            ),
          }
        : {}),
    },
    spelling: {
      address: textOf(text, address.keySpan),
      ...(transport ? { transport: textOf(text, transport.value) } : {}),
      ...(headers
        ? {
            headers: textOf(text, headers.keySpan),
            headerNames: (headers.members ?? []).map(({ keySpan }) => textOf(text, keySpan)),
          }
        : {}),
      ...(bearer ? { bearer: textOf(text, bearer.keySpan) } : {}),
    },
  };
}

/** True if the entry starts the firewall for a URL. */
export const startsRemote = (entry: LocatedEntry, shape: EntryShape): boolean =>
  recognizeLaunch(wordsOf(entry, shape) ?? [])?.options.includes('--url') ?? false;

const renamed = (field: Field, name: string, format: Format): Edit => ({
  ...field.keySpan,
  text: format.writeKey(name),
});

const without = (value: Readonly<Record<string, unknown>>, keys: readonly (string | undefined)[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

const commandValue = (words: readonly string[], { command, args }: EntryShape): Record<string, unknown> =>
  args === undefined ? { [command]: words } : { [command]: words[0], [args]: words.slice(1) };
