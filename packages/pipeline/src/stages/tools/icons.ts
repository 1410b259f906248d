// Checks icons that clients load. An icon must come from a public host over HTTPS, or be an embedded valid image.
// Other URLs are removed.

import type { Settings } from '@claw/policy';
import type { MessageTexts } from '../../text/message-texts.js';
import type { Replacement, Stage } from '../../types.js';
import { findLinkProblem } from '../network/links.js';

const REMOVED = { rule: 'tools.icons', reason: 'removed an icon with an unsafe URL' };
/** The URL that replaces an unsafe one: an empty data URL. */
const BLANK = 'data:,';
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif|x-icon|vnd\.microsoft\.icon)(?:;base64)?,/i;
const DRAWING = /^data:image\/svg\+xml(?:;charset=[\w-]+|;utf8)?(;base64)?,/i;
/** Matches what an SVG image must not contain: scripts, and references to resources that a client would load. */
const ACTIVE =
  /<\s*(?:script|foreignobject|iframe|embed|object|handler|!entity)|\son\w+\s*=|javascript:|(?:href|src)\s*=(?!\s*["']?(?:#|data:image\/(?:png|jpe?g|gif|webp)))|url\((?!\s*["']?#)|@import/i;

export const createIconsStage = ({ tools }: Settings): Stage => ({
  name: 'icons',
  reply({ direction, texts }) {
    if (tools.poisoning === 'off' || direction !== 'server-to-client' || texts.keyCounts.icons === 0)
      return undefined;
    const replacements = badIcons(texts);
    return replacements.length === 0 ? undefined : { kind: 'rewrite', ...REMOVED, replacements };
  },
});

const badIcons = (texts: MessageTexts): readonly Replacement[] =>
  texts.spans.flatMap((span) => {
    if (span.isKey) return [];
    const { path } = span;
    // Clients do not display icons in the data of a tool result.
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
    // Character entities and control characters could hide text that a browser interprets.
    return !ACTIVE.test(drawing) && !/&#|(?![\t\n\r])\p{Cc}/u.test(drawing);
  } catch {
    return false;
  }
}
