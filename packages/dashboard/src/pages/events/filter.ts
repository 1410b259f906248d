// Defines the filter of the events: its parameters in the address of the page, and a test for live events.

import type { EventSummary } from '../../api/types.js';

export const filterNames = ['server', 'tool', 'decision', 'rule', 'finding', 'kind', 'q'] as const;
export type Filter = Partial<Readonly<Record<(typeof filterNames)[number], string>>>;

export const readFilter = (parameters: URLSearchParams): Filter =>
  Object.fromEntries(
    filterNames.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name)]] : [])),
  );

export const queryOf = (filter: Filter): string =>
  new URLSearchParams(filter as Record<string, string>).toString();

/** Tests whether a new event matches the filter. Only the server searches for text. */
export function admits(
  { server, tool, decision, rule, finding, kind, q }: Filter,
  event: EventSummary,
): boolean {
  if (q !== undefined || (kind === undefined && isPlainReply(event))) return false;
  const wasAsked = decision === 'prompt' && event.marks?.includes('approval') === true;
  return (
    isLike(server, event.server) &&
    isLike(tool, event.tool) &&
    isLike(rule, event.rule) &&
    isLike(kind, event.kind) &&
    (wasAsked || isLike(decision, event.decision)) &&
    (finding === undefined || (event.findings ?? []).some((name) => isLike(finding, name)))
  );
}

/** True for a response without findings. Its call is already in the list. */
const isPlainReply = ({ kind, rule, findings }: EventSummary): boolean =>
  kind === 'reply' && rule === 'default' && findings === undefined;

function isLike(pattern: string | undefined, text = ''): boolean {
  if (pattern === undefined || pattern === '*') return pattern === undefined || text !== '';
  return pattern.includes('*') ? matchesGlob(pattern, text) : pattern === text;
}

function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const [index, part] of rest.entries()) {
    const at = index === rest.length - 1 ? text.length - part.length : text.indexOf(part, from);
    if (at < from || !text.startsWith(part, at)) return false;
    from = at + part.length;
  }
  return true;
}
