// Pictures that a client fetches because a server says so. They come from a public place over HTTPS, or are in the
// message itself and really pictures; any other address is blanked. What is lost is a picture.

import type { Settings } from '@claw/policy';
import type { MessageTexts } from '../../text/message-texts.js';
import type { Replacement, Stage } from '../../types.js';
import { findLinkProblem } from '../network/links.js';

const SAID = { rule: 'tools.icons', reason: 'removed an icon with an unsafe address' };
/** An address of nothing. */
const BLANK = 'data:,';
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif|x-icon|vnd\.microsoft\.icon)(?:;base64)?,/i;
const DRAWING = /^data:image\/svg\+xml(?:;charset=[\w-]+|;utf8)?(;base64)?,/i;
/** A drawing may draw; it may not act, nor fetch. */
const ACTIVE =
  /<\s*(?:script|foreignobject|iframe|embed|object|handler|!entity)|\son\w+\s*=|javascript:|(?:href|src)\s*=(?!\s*["']?(?:#|data:image\/(?:png|jpe?g|gif|webp)))|url\((?!\s*["']?#)|@import/i;

export const createIconsStage = ({ tools }: Settings): Stage => ({
  name: 'icons',
  reply({ direction, texts }) {
    if (tools.poisoning === 'off' || direction !== 'server-to-client' || texts.keyCounts.icons === 0)
      return undefined;
    const replacements = badIcons(texts);
    return replacements.length === 0 ? undefined : { kind: 'rewrite', ...SAID, replacements };
  },
});

const badIcons = (texts: MessageTexts): readonly Replacement[] =>
  texts.spans.flatMap((span) => {
    if (span.isKey) return [];
    const { path } = span;
    // What a tool returns as data may be about icons of any kind; nobody draws it.
    if (path.at(-1) !== 'src' || !path.slice(-4).includes('icons') || path[1] === 'structuredContent')
      return [];
    const text = texts.textOf(span);
    return isPicture(text) ? [] : [{ span, from: 0, to: text.length, text: BLANK }];
  });

function isPicture(src: string): boolean {
  if (PICTURE.test(src)) return true;
  const drawing = DRAWING.exec(src);
  if (drawing !== null) return isHarmless(src.slice(drawing[0].length), drawing[1] !== undefined);
  return /^https:/i.test(src) && findLinkProblem(src) === undefined;
}

function isHarmless(data: string, isBase64: boolean): boolean {
  try {
    const drawing = isBase64 ? atob(decodeURIComponent(data)) : decodeURIComponent(data);
    // Entities and control characters would hide words from us that a browser reads.
    return !ACTIVE.test(drawing) && !/&#|(?![\t\n\r])\p{Cc}/u.test(drawing);
  } catch {
    return false;
  }
}
