// Recognizes the strings of a response that the protocol defines, such as the key `content`. They are not data from
// the server, so a custom pattern that matches them neither changes nor blocks the response. Only known words are
// exempt, because a server can put data in any position.

import type { StringSpan } from '@claw/jsonrpc-stream';

const ENVELOPE: ReadonlySet<unknown> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** The keys in results of tools and resources, and in errors. */
const KEYS: ReadonlySet<unknown> = new Set([
  ...['content', 'contents', 'structuredContent', 'isError', 'type', 'text', 'data', 'mimeType', 'resource'],
  ...['uri', 'blob', 'annotations', 'audience', 'priority', 'name', 'title', 'description', 'size', '_meta'],
  ...['code', 'message'],
]);

export const isProtocolKey = ({ isKey, path }: Pick<StringSpan, 'isKey' | 'path'>): boolean =>
  isKey && (path.length === 1 ? ENVELOPE : KEYS).has(path.at(-1));

const BLOCK_TYPES: ReadonlySet<string> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

export function isProtocolString(span: Pick<StringSpan, 'isKey' | 'path'>, text: string): boolean {
  const { isKey, path } = span;
  if (isKey) return isProtocolKey(span);
  if (path.length === 1) return path[0] === 'jsonrpc';
  const [top, list, , member] = path;
  const isBlockType = path.length === 4 && top === 'result' && list === 'content' && member === 'type';
  return isBlockType && BLOCK_TYPES.has(text);
}
