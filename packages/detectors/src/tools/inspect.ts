// Poisoned definitions: instructions to the model, hidden anywhere in what a server says about its tools and itself.

import type { Finding } from '../detector.js';
import type { Engine } from '../engine/engine.js';
import { compareSeverity } from '../engine/match/findings.js';
import { toPrintable } from '../text/printable.js';
import { findStrings, type PathSegment } from '../text/strings.js';
import { requestsSecretContent, splitWords } from './parameter-names.js';
import { serverInfo } from './pin.js';
import { isObject, member } from './schema/schema-shape.js';

/** A finding, and where in the definition it stands. Positions count in the text at that place. */
export interface LocatedFinding extends Finding {
  /** `description`, `inputSchema.properties.path.description`; a `key` when the name itself is the text. */
  readonly where: string;
  /** The words, fit for a person. */
  readonly excerpt: string;
}

interface Text {
  readonly where: string;
  readonly text: string;
}

/** Instructions and hidden characters anywhere in a tool's definition, and icons that are no pictures; the worst first. */
export function inspectTool(definition: unknown, engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  const found = [...inspectTexts(textsOf(definition), engine), ...inspectIcons(definition, 'icons')];
  return found.sort(compareSeverity);
}

/**
 * The same for what a server says about itself: its instructions, name, title and description, as they stand in the result
 * of `initialize` or `server/discover`; or a text of instructions alone.
 */
export function inspectServer(result: unknown, engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  if (typeof result === 'string') return inspectTexts([{ where: 'instructions', text: result }], engine);
  const info = serverInfo(result);
  const about = { instructions: member(result, 'instructions'), serverInfo: info };
  return [...inspectTexts(textsOf(about), engine), ...inspectIcons(info, 'serverInfo.icons')];
}

function textsOf(value: unknown): Text[] {
  const texts: Text[] = [];
  for (const { path, text, isKey } of findStrings(value))
    if (!isImageData(path, text) && !PLAIN_WORD.test(text))
      texts.push({ where: isKey ? `${formatPath(path)} (key)` : formatPath(path), text });
  return texts;
}

/** `string`, `maxLength`, `path`: half of all texts in a schema, and too short to say anything. */
const PLAIN_WORD = /^[\w$./:#-]{0,12}$/;

/** Base64 of a picture is no text, and a megabyte of it would be decoded in vain. */
const isImageData = (path: readonly PathSegment[], text: string): boolean =>
  path[path.length - 1] === 'src' && path.includes('icons') && /^data:image\/(?!svg)/i.test(text);

/** The path in dots: `inputSchema.properties.path.description`. */
export function formatPath(path: readonly PathSegment[]): string {
  return toPrintable(path.join('.'), 120);
}

function inspectTexts(texts: readonly Text[], engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  const found = texts.flatMap(({ where, text }) => {
    const seen = engine.detect(text, { as: 'description' });
    const placed = seen.flatMap((finding) => locateInjection(finding, where, text));
    // What the engine reads in a name by itself is said once.
    const isSaid = seen.some(({ kind }) => kind === 'injection');
    return isSaid ? placed : [...placed, ...inspectName(text, where, engine)];
  });
  return found.length > 0 ? found : inspectJoined(texts, engine);
}

/** What a name of several words says; the whole name is then the finding. */
function inspectName(text: string, where: string, engine: Pick<Engine, 'detect'>): LocatedFinding[] {
  const spoken = splitWords(text);
  if (spoken === undefined) return [];
  const whole = { start: 0, end: text.length };
  const asked = { kind: 'injection', detector: 'asking-name', severity: 'high', ...whole } as const;
  if (requestsSecretContent(spoken)) return locateInjection(asked, where, text);
  const [said] = engine.detect(spoken, { as: 'description' }).filter(({ kind }) => kind === 'injection');
  return said === undefined ? [] : locateInjection({ ...said, ...whole }, where, text);
}

/** A model reads all parts at once, so a sentence may be cut across them. Together they must say it more clearly. */
function inspectJoined(texts: readonly Text[], engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  const told = texts.filter(({ text }) => /\s/.test(text));
  if (told.length < 2) return [];
  const whole = told.map(({ text }) => text).join('\n');
  const findings = engine.detect(whole, { as: 'description', sensitivity: 'low' });
  return findings.flatMap((finding) => {
    let offset = 0;
    for (const { where, text } of told) {
      const end = offset + text.length;
      if (finding.start <= end) {
        const shifted = {
          ...finding,
          start: finding.start - offset,
          end: Math.min(finding.end, end) - offset,
        };
        return locateInjection(shifted, where, text);
      }
      offset = end + 1;
    }
    return [];
  });
}

/** Definitions may name addresses and people; only instructions are out of place in them. */
function locateInjection(finding: Finding, where: string, text: string): LocatedFinding[] {
  if (finding.kind !== 'injection') return [];
  return [{ ...finding, where, excerpt: toPrintable(text.slice(finding.start, finding.end), 160) }];
}

/** An icon is fetched and drawn by the client: anything but a web address or a picture is not for drawing. */
function inspectIcons(owner: unknown, where: string): LocatedFinding[] {
  const icons = member(owner, 'icons');
  if (!Array.isArray(icons)) return [];
  return icons.flatMap((icon, index) => {
    const src = isObject(icon) ? member(icon, 'src') : undefined;
    if (typeof src !== 'string' || /^(?:https:\/\/|data:image\/(?!svg))/i.test(src)) return [];
    const severity = /^http:/i.test(src) ? 'low' : 'medium';
    return [
      {
        kind: 'egress',
        detector: 'icon-source',
        severity,
        start: 0,
        end: src.length,
        where: `${where}.${index}.src`,
        excerpt: toPrintable(src, 80),
      } as const,
    ];
  });
}
