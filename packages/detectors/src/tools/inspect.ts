// Detects poisoned definitions: instructions to the model in any text of a server about its tools or about itself.

import type { Finding } from '../detector.js';
import type { Engine } from '../engine/engine.js';
import { compareSeverity } from '../engine/match/findings.js';
import { toPrintable } from '../text/printable.js';
import { findStrings, type PathSegment } from '../text/strings.js';
import { requestsSecretContent, splitWords } from './parameter-names.js';
import { isObject, member } from './schema/schema-shape.js';

/** A finding and its location in the definition. Positions are relative to the text at that location. */
export interface LocatedFinding extends Finding {
  /**
   * The location: `description`, `inputSchema.properties.path.description`. `key` is set if the text is the name of a
   * member.
   */
  readonly where: string;
  /** An excerpt of the text that is safe to display. */
  readonly excerpt: string;
}

interface Text {
  readonly where: string;
  readonly text: string;
}

/**
 * Finds instructions and invisible characters in any part of the definition of a tool, and icons that are not images.
 * The most severe finding comes first.
 */
export function inspectTool(definition: unknown, engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  const found = [...inspectTexts(textsOf(definition), engine), ...inspectIcons(definition, 'icons')];
  return found.sort(compareSeverity);
}

/**
 * Finds instructions and invisible characters in the description of a server: its instructions, name, title and
 * description in the result of `initialize` or `server/discover`, or a plain text of instructions.
 */
export function inspectServer(result: unknown, engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  if (typeof result === 'string') return inspectTexts([{ where: 'instructions', text: result }], engine);
  const info = serverInfo(result);
  const about = { instructions: member(result, 'instructions'), serverInfo: info };
  return [...inspectTexts(textsOf(about), engine), ...inspectIcons(info, 'serverInfo.icons')];
}

/** Returns the description of a server. It is a member of the result or, since 2026-07-28, of its metadata. */
function serverInfo(result: unknown): unknown {
  return (
    member(result, 'serverInfo') ?? member(member(result, '_meta'), 'io.modelcontextprotocol/serverInfo')
  );
}

function textsOf(value: unknown): Text[] {
  const texts: Text[] = [];
  for (const { path, text, isKey } of findStrings(value))
    if (!isImageData(path, text) && !PLAIN_WORD.test(text))
      texts.push({ where: isKey ? `${formatPath(path)} (key)` : formatPath(path), text });
  return texts;
}

/**
 * Matches texts such as `string`, `maxLength` and `path`. Half of all texts in a schema match; they are too short for
 * instructions.
 */
const PLAIN_WORD = /^[\w$./:#-]{0,12}$/;

/** The base64 of an image is not text, and decoding a megabyte of it would only take time. */
const isImageData = (path: readonly PathSegment[], text: string): boolean =>
  path[path.length - 1] === 'src' && path.includes('icons') && /^data:image\/(?!svg)/i.test(text);

/** Formats a path with dots: `inputSchema.properties.path.description`. */
export function formatPath(path: readonly PathSegment[]): string {
  return toPrintable(path.join('.'), 120);
}

function inspectTexts(texts: readonly Text[], engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  const found = texts.flatMap(({ where, text }) => {
    const seen = engine.detect(text, { as: 'description' });
    const placed = seen.flatMap((finding) => locateInjection(finding, where, text));
    // If the engine already found something in the name, the name is not reported again.
    const isReported = seen.some(({ kind }) => kind === 'injection');
    return isReported ? placed : [...placed, ...inspectName(text, where, engine)];
  });
  return found.length > 0 ? found : inspectJoined(texts, engine);
}

/** Searches a name of several words as a sentence. A finding covers the whole name. */
function inspectName(text: string, where: string, engine: Pick<Engine, 'detect'>): LocatedFinding[] {
  const spoken = splitWords(text);
  if (spoken === undefined) return [];
  const whole = { start: 0, end: text.length };
  const nameFinding = { kind: 'injection', detector: 'asking-name', severity: 'high', ...whole } as const;
  if (requestsSecretContent(spoken)) return locateInjection(nameFinding, where, text);
  const [spokenFinding] = engine
    .detect(spoken, { as: 'description' })
    .filter(({ kind }) => kind === 'injection');
  return spokenFinding === undefined ? [] : locateInjection({ ...spokenFinding, ...whole }, where, text);
}

/**
 * Searches the joined parts, because a model reads all parts together and a sentence may be split across them. A
 * finding in the joined parts is reported only if the match is clearer than in a single part.
 */
function inspectJoined(texts: readonly Text[], engine: Pick<Engine, 'detect'>): readonly LocatedFinding[] {
  const sentences = texts.filter(({ text }) => /\s/.test(text));
  if (sentences.length < 2) return [];
  const whole = sentences.map(({ text }) => text).join('\n');
  const findings = engine.detect(whole, { as: 'description', sensitivity: 'low' });
  return findings.flatMap((finding) => {
    let offset = 0;
    for (const { where, text } of sentences) {
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

/** Definitions may contain URLs and personal names, so only instructions are reported. */
function locateInjection(finding: Finding, where: string, text: string): LocatedFinding[] {
  if (finding.kind !== 'injection') return [];
  return [{ ...finding, where, excerpt: toPrintable(text.slice(finding.start, finding.end), 160) }];
}

/** Clients load and display icons, so only web URLs and images are valid. */
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
