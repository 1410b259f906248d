// A changed result is valid only for this client under this policy, so caches must not serve it to others.

import type { MessageTexts } from '../text/message-texts.js';
import type { Replacement } from '../types.js';

const SHARED = 'public';
/** A pattern for the string with its quotes; each letter may be escaped. */
const LONGEST = SHARED.length * 6 + 2;

/** The replacements that turn the hint `public` into `private`. */
export const makeCachePrivate = (texts: MessageTexts): readonly Replacement[] =>
  texts.spans.flatMap((span) => {
    const length = span.end - span.start;
    if (span.isKey || length < SHARED.length + 2 || length > LONGEST) return [];
    if (texts.textOf(span) !== SHARED || !isHint(span.path)) return [];
    return [{ span, from: 0, to: SHARED.length, text: 'private' }];
  });

/** The scope of the result itself, or of the result of a task. */
const isHint = (path: readonly (string | number)[]): boolean =>
  path.at(-1) === 'cacheScope' && /^(?:result|params)(?:\.result)?$/.test(path.slice(0, -1).join('.'));
