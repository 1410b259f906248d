// What we have changed is meant for this client under this policy: nobody else is to be served it from a cache.

import type { MessageTexts } from '../text/message-texts.js';
import type { Replacement } from '../types.js';

const SHARED = 'public';
/** With every letter escaped, and the quotes. */
const LONGEST = SHARED.length * 6 + 2;

/** The replacements that turn the hint "anybody may keep this" into "you may keep this". */
export const makeCachePrivate = (texts: MessageTexts): readonly Replacement[] =>
  texts.spans.flatMap((span) => {
    const length = span.end - span.start;
    if (span.isKey || length < SHARED.length + 2 || length > LONGEST) return [];
    if (texts.textOf(span) !== SHARED || !isHint(span.path)) return [];
    return [{ span, from: 0, to: SHARED.length, text: 'private' }];
  });

/** Of the result itself, or of the result that a task has come to. */
const isHint = (path: readonly (string | number)[]): boolean =>
  path.at(-1) === 'cacheScope' && /^(?:result|params)(?:\.result)?$/.test(path.slice(0, -1).join('.'));
