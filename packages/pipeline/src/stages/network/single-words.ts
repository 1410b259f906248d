// Recognizes single words such as `metadata` and `localhost` that are not used as a host: in an argument for a name,
// a label or a search term.

import type { StringSpan } from '@claw/jsonrpc-stream';

/** Returns true if a text is a word that does not name a host. */
export type IsPlainWord = (span: StringSpan, text: string) => boolean;

const WORD = /^\s*[a-z][a-z0-9_-]*\s*$/i;
const SEARCHED =
  /^(?:query|q|search|keyword|term|needle|pattern|regex|label|tag|topic|category|type|entity_?type|kind|language)s?$/i;
const NAMED =
  /^(?:name|owner|repo|repository|org|author|title|branch|base|head|ref|table|column|field|section|key|entity|from|to|assignee)s?$/i;

/** `connects` returns true if the tool uses any text argument as an address. */
export function createWordTest(connects: () => boolean): IsPlainWord {
  return (span, text) => {
    if (!WORD.test(text)) return false;
    const key = String(span.path.filter((step) => typeof step === 'string').at(-1) ?? '');
    return SEARCHED.test(key) || (NAMED.test(key) && !connects());
  };
}
