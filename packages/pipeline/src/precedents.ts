// Messages that are like one that was judged before, and passed without a word: the outcome is the same, so the stages need not
// be asked again. They differ in plain words only, in which the screen of the detectors sees nothing, each time anew
// (skeleton.ts). Every stage has said beforehand that nothing else counts for it (`holdsForAlike…` in types.ts); one that says
// nothing about that is always asked.

import type { Engine } from '@claw/detectors';
import type { Message, StringSpan } from '@claw/jsonrpc-stream';
import { takesPlainText } from '@claw/policy';
import { type Gap, isPlainId, LONGEST_ALIKE, Skeleton } from './skeleton.js';
import type { Texts } from './texts.js';

/** So many are kept; the one that was met last is tried first. */
const KEPT = 8;
const RARELY = 16;
/** Each is looked for anew in every message that is compared: with hundreds, that would take longer than to judge it. */
const MOST_GAPS = 16;

/** What became of messages, by what they look like. */
export class Precedents<Outcome> {
  readonly #known: { readonly skeleton: Skeleton; readonly outcome: Outcome }[] = [];
  /** How many messages were like none. */
  #strange = 0;

  find(message: Message, engine: Engine): Outcome | undefined {
    const known = this.#known;
    for (let index = 0; index < known.length; index += 1) {
      const one = known[index] as (typeof known)[number];
      if (!one.skeleton.fits(message, engine)) continue;
      if (index > 0) known.unshift(...known.splice(index, 1));
      return one.outcome;
    }
    return undefined;
  }

  /** Whether to keep another message that is like none: not each, since it costs something and may be in vain. */
  get isWorthAnother(): boolean {
    this.#strange += 1;
    return this.#strange <= KEPT || this.#strange % RARELY === 0;
  }

  add(skeleton: Skeleton, outcome: Outcome): void {
    this.#known.unshift({ skeleton, outcome });
    if (this.#known.length > KEPT) this.#known.pop();
  }
}

/** What calls of a tool that are like this one have in common; undefined when there can be none. */
export const skeletonOfCall = (texts: Texts, engine: Engine): Skeleton | undefined =>
  skeletonOf(texts, isArgument, engine);

/** The same of answers to them. */
export const skeletonOfReply = (texts: Texts, engine: Engine): Skeleton | undefined =>
  skeletonOf(texts, isContent, engine);

function isArgument({ path }: StringSpan): boolean {
  const key = path[path.length - 1];
  if (path[0] !== 'params' || path[1] !== 'arguments' || path.length < 3 || typeof key !== 'string')
    return false;
  // What stands in a list may be a word of a command.
  return path.every((step) => typeof step === 'string') && takesPlainText(key);
}

const isContent = ({ path }: StringSpan): boolean =>
  path.length === 4 && path[0] === 'result' && path[1] === 'content' && path[3] === 'text';

function skeletonOf(
  texts: Texts,
  mayDiffer: (span: StringSpan) => boolean,
  engine: Engine,
): Skeleton | undefined {
  // Words that do not differ are not looked at again.
  if (!texts.isClean(engine)) return undefined;
  const { bytes, id } = texts.message;
  if (id === undefined || !isPlainId(id) || bytes.length > LONGEST_ALIKE) return undefined;
  const gaps: Gap[] = [];
  for (const span of texts.spans) {
    if (gaps.length > MOST_GAPS) return undefined;
    if (span.isKey) {
      if (span.path.length === 1 && span.path[0] === 'id')
        gaps.push(gapOfId(bytes, span.end, id.token.length));
    } else if (mayDiffer(span) && engine.endOfWords(bytes, span.start + 1) === span.end - 1)
      gaps.push({ start: span.start + 1, end: span.end - 1, isId: false });
  }
  return gaps.some(({ isId }) => isId) ? new Skeleton(bytes, gaps) : undefined;
}

const [BLANK, COLON] = [0x20, 0x3a];

/** The id stands behind its name, a colon and blanks. */
function gapOfId(bytes: Uint8Array, behindName: number, length: number): Gap {
  let start = behindName;
  while ((bytes[start] as number) <= BLANK || bytes[start] === COLON) start += 1;
  return { start, end: start + length, isId: true };
}
