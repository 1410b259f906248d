// `tool_description_inject`: adds text from the operator to tool descriptions, for example a warning or a hint for
// the model.

import { findArrayElements, type StringSpan } from '@claw/jsonrpc-stream';
import { matchesName } from '../name-lists.js';
import type { MessageTexts } from '../text/message-texts.js';
import { readTools } from '../tool-registry.js';
import type { Replacement, Reply } from '../types.js';
import type { RuleType } from './rule.js';

interface InjectGuard {
  readonly tools: readonly string[];
  readonly inject_text: string;
  readonly inject_position?: 'append' | 'prepend';
}

export const toolDescription: RuleType = {
  type: 'tool_description_inject',
  phase: 'reply',
  create(guard, { name }) {
    const { tools, inject_text: text, inject_position: position } = guard as unknown as InjectGuard;
    const matchesTool = matchesName(tools);
    const reason = 'added text to tool descriptions';
    return {
      name: 'guard',
      reply(reply) {
        if (!('request' in reply) || reply.request?.method !== 'tools/list' || reply.message.failed)
          return undefined;
        const replacements = describe(reply, matchesTool, text, position === 'prepend');
        return replacements.length === 0 ? undefined : { kind: 'rewrite', rule: name, reason, replacements };
      },
    };
  },
};

function describe(
  { message, texts }: Reply,
  matchesTool: (name: string) => boolean,
  text: string,
  first: boolean,
): readonly Replacement[] {
  const { result } = message.value as { result?: { tools?: unknown } };
  const list = Array.isArray(result?.tools) ? result.tools : [];
  const elements = findArrayElements(message.bytes, ['result', 'tools']);
  // If a member occurs twice, clients differ in which one they use, so nothing is added.
  if (elements.length !== list.length) return [];
  const named = new Set(readTools(result).filter((tool) => matchesTool(tool.name)));
  const descriptions = descriptionsOf(texts);
  return list.flatMap((tool, index): Replacement[] => {
    const place = elements[index];
    if (!named.has(tool) || place === undefined) return [];
    const span = descriptions.get(index);
    // If a tool has no description, one is added.
    if (span === undefined) {
      const start = place.start + 1;
      const added = `"description":${JSON.stringify(text)},`;
      return [
        { span: { path: [], isKey: false, start, end: start }, from: 0, to: 0, text: added, isJson: true },
      ];
    }
    const { length } = texts.textOf(span);
    if (length === 0) return [{ span, from: 0, to: 0, text }];
    return first
      ? [{ span, from: 0, to: 0, text: `${text}\n` }]
      : [{ span, from: length, to: length, text: `\n${text}` }];
  });
}

/**
 * Returns the description of each tool by its position in the list. If a tool has two descriptions, the last one
 * counts.
 */
function descriptionsOf({ spans }: MessageTexts): ReadonlyMap<unknown, StringSpan> {
  const found = new Map<unknown, StringSpan>();
  for (const span of spans) {
    if (span.isKey) continue;
    const { path } = span;
    if (path.length === 4 && path[1] === 'tools' && path[3] === 'description') found.set(path[2], span);
  }
  return found;
}
