// Parses `Content-Type` and `Content-Encoding`. A body that two parsers could decode differently is rejected.

import { type HeaderList, headerValues } from './header-list.js';

const TYPE =
  /^([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)((?:[ \t]*;[ \t]*[!#$%&'*+.^_`|~\w-]+=(?:[!#$%&'*+.^_`|~\w-]+|"[^"\\]*"))*)[ \t]*;?[ \t]*$/;
const PARAMETER = /;[ \t]*([^=;\s]+)=("?)([^";]*)\2/g;

export interface ContentType {
  /** The media type in lower case, without parameters; undefined if it is missing or ambiguous. */
  readonly essence: string | undefined;
  /** True if every parser would decode the body as UTF-8. */
  readonly isUtf8: boolean;
}

const JSON_TYPE: ContentType = { essence: 'application/json', isUtf8: true };

export function contentTypeOf(headers: HeaderList): ContentType {
  const values = headerValues(headers, 'content-type');
  if (values.length === 1 && values[0] === JSON_TYPE.essence) return JSON_TYPE;
  const match = values.length === 1 ? TYPE.exec(values[0] as string) : null;
  if (match === null) return { essence: undefined, isUtf8: false };
  const parameters = [...(match[2] as string).matchAll(PARAMETER)];
  const charsets = parameters
    .filter(([, name]) => name?.toLowerCase() === 'charset')
    .map(([, , , value]) => value);
  // JSON and event streams are always UTF-8, but a parser might use another declared charset.
  const isUtf8 = charsets.length === 0 || (charsets.length === 1 && /^utf-?8$/i.test(charsets[0] as string));
  return { essence: (match[1] as string).toLowerCase(), isUtf8 };
}

/** Returns the content encodings in the order in which they were applied, without `identity`. */
export const contentEncodings = (headers: HeaderList): string[] =>
  headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== 'identity');

/** Returns the reason why the body of a request is rejected, or undefined for unencoded JSON in UTF-8. */
export function findContentError(headers: HeaderList): string | undefined {
  const { essence, isUtf8 } = contentTypeOf(headers);
  if (essence !== 'application/json')
    return 'a message needs exactly one `Content-Type: application/json` header';
  if (!isUtf8) return 'a message must be encoded in UTF-8';
  if (contentEncodings(headers).length > 0) return 'a message must not have a `Content-Encoding`';
  return undefined;
}
