// What a body says it is: its type, its characters, its encoding. A body that two readers could decode differently is
// not read at all.

import { type HeaderList, valuesOf } from './headers.js';

const TYPE =
  /^([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)((?:[ \t]*;[ \t]*[!#$%&'*+.^_`|~\w-]+=(?:[!#$%&'*+.^_`|~\w-]+|"[^"\\]*"))*)[ \t]*;?[ \t]*$/;
const PARAMETER = /;[ \t]*([^=;\s]+)=("?)([^";]*)\2/g;

export interface ContentType {
  /** Lower case, without parameters; undefined when there is none or it cannot be read in one way only. */
  readonly essence: string | undefined;
  /** True when its text is UTF-8 for every reader. */
  readonly isUtf8: boolean;
}

const JSON_TYPE: ContentType = { essence: 'application/json', isUtf8: true };

export function contentTypeOf(headers: HeaderList): ContentType {
  const values = valuesOf(headers, 'content-type');
  if (values.length === 1 && values[0] === JSON_TYPE.essence) return JSON_TYPE;
  const match = values.length === 1 ? TYPE.exec(values[0] as string) : null;
  if (match === null) return { essence: undefined, isUtf8: false };
  const parameters = [...(match[2] as string).matchAll(PARAMETER)];
  const charsets = parameters
    .filter(([, name]) => name?.toLowerCase() === 'charset')
    .map(([, , , value]) => value);
  // JSON and event streams are UTF-8 whatever they say; who says otherwise may be believed by the next reader.
  const isUtf8 = charsets.length === 0 || (charsets.length === 1 && /^utf-?8$/i.test(charsets[0] as string));
  return { essence: (match[1] as string).toLowerCase(), isUtf8 };
}

/** The content encodings in the order they were applied, `identity` left out. */
export const encodingsOf = (headers: HeaderList): string[] =>
  valuesOf(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== 'identity');

/** Why the body of a request is not read, or undefined when it is JSON in UTF-8 and nothing else. */
export function unacceptableContent(headers: HeaderList): string | undefined {
  const { essence, isUtf8 } = contentTypeOf(headers);
  if (essence !== 'application/json') return 'a message is sent as one `Content-Type: application/json`';
  if (!isUtf8) return 'a message is sent in UTF-8';
  if (encodingsOf(headers).length > 0) return 'a message is sent without a `Content-Encoding`';
  return undefined;
}
