// A secret cut in two is put together by whoever reads both halves: the texts of one list are read as one text, too.

import type { Engine, Finding, TextOptions } from '@claw/detectors';
import type { Awaitable, JsonPath, StringSpan } from '@claw/jsonrpc-stream';
import type { Clock } from './ports.js';
import { searchText, type TextFindings, type Texts } from './texts.js';
import { whenReady } from './wait.js';

const encoder = new TextEncoder();

/** The findings, and those that lie across the border of two texts, cut up for each of them. */
export function joinSiblings(
  texts: Texts,
  found: readonly TextFindings[],
  engine: Engine,
  options: TextOptions,
  clock: Clock,
): Awaitable<readonly TextFindings[]> {
  if (texts.keys.text < 2) return found;
  let all: Awaitable<readonly TextFindings[]> = found;
  for (const group of groupSiblings(texts.spans)) {
    const parts = group.map((span) => texts.textOf(span));
    const joined = parts.join('');
    const bytes = encoder.encode(joined);
    if (!engine.screen(bytes, 0, bytes.length)) continue;
    all = whenReady(all, (before) =>
      whenReady(searchText(joined, engine, options, clock), (findings) => [
        ...before,
        ...cutUp(group, parts, findings),
      ]),
    );
  }
  return all;
}

/** Texts that a reader puts one behind the other: `result.content[0].text`, `result.content[1].text`. */
function groupSiblings(spans: readonly StringSpan[]): readonly (readonly StringSpan[])[] {
  const groups = new Map<string, StringSpan[]>();
  for (const span of spans) {
    if (span.isKey) continue;
    const { path } = span;
    const last = path.at(-1);
    const at = last === 'text' ? lastIndex(path) : -1;
    if (at === -1) continue;
    const key = JSON.stringify([path.slice(0, at), path.slice(at + 1)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [span]);
    else group.push(span);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** The findings that lie across a border, as findings of each text that they touch. */
function cutUp(
  spans: readonly StringSpan[],
  parts: readonly string[],
  findings: readonly Finding[],
): TextFindings[] {
  const ends: number[] = [];
  for (const part of parts) ends.push((ends.at(-1) ?? 0) + part.length);
  const found: TextFindings[] = [];
  for (const finding of findings) {
    const first = ends.findIndex((end) => finding.start < end);
    if (finding.end <= (ends[first] ?? 0)) continue;
    for (let index = first; index < parts.length; index += 1) {
      const begin = index === 0 ? 0 : (ends[index - 1] as number);
      if (begin >= finding.end) break;
      const text = parts[index] as string;
      const start = Math.max(0, finding.start - begin);
      const end = Math.min(text.length, finding.end - begin);
      if (end > start)
        found.push({ span: spans[index] as StringSpan, text, findings: [{ ...finding, start, end }] });
    }
  }
  return found;
}

/** Where the path goes through a list for the last time. */
function lastIndex(path: JsonPath): number {
  for (let at = path.length - 1; at >= 0; at -= 1) if (typeof path[at] === 'number') return at;
  return -1;
}
