// Marks changed results as private: a changed result is valid only for this client under this policy, so caches must
// not serve it to others.

import type { MessageTexts } from '../text/message-texts.js';
import type { Replacement } from '../types.js';

const SHARED = 'public';
/** The maximum length of the string with its quotes; each letter may be escaped. */
const LONGEST = SHARED.length * 6 + 2;

/** Returns the replacements that change the cache hint `public` to `private`. */
export const makeCachePrivate = (texts: MessageTexts): readonly Replacement[] =>
  texts.spans.flatMap((span) => {
    const length = span.end - span.start;
    if (span.isKey || length < SHARED.length + 2 || length > LONGEST) return [];
    if (texts.textOf(span) !== SHARED || !isHint(span.path)) return [];
    return [{ span, from: 0, to: SHARED.length, text: 'private' }];
  });

/** Returns true for the scope of a result, including that of a task. */
const isHint = (path: readonly (string | number)[]): boolean =>
  path.at(-1) === 'cacheScope' && /^(?:result|params)(?:\.result)?$/.test(path.slice(0, -1).join('.'));
