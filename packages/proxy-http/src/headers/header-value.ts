// Encodes texts as header values: unchanged, or as Base64 between markers if a header cannot contain the text.

/** A value with only one of the markers is plain text. */
const BASE64_MARKERS = /^=\?base64\?.*\?=$/s;
const BASE64_VALUE = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Decodes a header value; returns undefined if it has the Base64 markers but is not valid Base64. */
export function decodeHeaderValue(value: string): string | undefined {
  if (!BASE64_MARKERS.test(value)) return value;
  const encoded = BASE64_VALUE.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString();
  const isWhole = bytes.toString('base64') === encoded && Buffer.from(text).equals(bytes);
  return isWhole ? text : undefined;
}

/** Encodes a text as a header value: unchanged if that is safe, otherwise in Base64. */
export function encodeHeaderValue(text: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return plain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
