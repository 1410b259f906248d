// Detects secrets that are split across messages: the texts of progress and log notifications are searched together
// with the end of the previous text. The first part of the secret was already forwarded; the rest is redacted.

import type { Engine } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { createSearch, verdictOnFindings } from '../../findings/finding-verdicts.js';
import { hasDistinctFormat } from '../../text/adjacent-content.js';
import type { MessageTexts } from '../../text/message-texts.js';
import type { Context, Stage } from '../../types.js';

/**
 * For each notification that can continue an earlier one: the member with its text, and the member that identifies
 * the sequence.
 */
const SEQUENCES: Readonly<Record<string, readonly [words: string, of: string]>> = {
  'notifications/progress': ['message', 'progressToken'],
  'notifications/message': ['data', 'logger'],
};
/** The number of characters that are kept of the previous text, and the maximum number of sequences. */
const REACH = 256;
const MAX_SEQUENCES = 64;

export function createSplitAcrossMessagesStage(
  { responses, injection }: Settings,
  engine: () => Engine,
): Stage {
  const options = { as: 'result', sensitivity: injection.sensitivity } as const;
  const ends = new WeakMap<Context, Map<string, string>>();

  /** Returns the stored end of the sequence, and replaces it with the end of this text. */
  const follow = (context: Context, key: string, words: string): string => {
    const known = ends.get(context) ?? new Map<string, string>();
    ends.set(context, known);
    const before = known.get(key) ?? '';
    known.delete(key);
    known.set(key, `${before}${words}`.slice(-REACH));
    for (const oldest of known.keys()) if (known.size > MAX_SEQUENCES) known.delete(oldest);
    return before;
  };

  return {
    name: 'window',
    reply(reply, context) {
      const [words, of] = ('request' in reply ? undefined : SEQUENCES[reply.message.method]) ?? [];
      if (!responses.enabled || words === undefined || of === undefined) return undefined;
      const { texts, message } = reply;
      const span = memberOf(texts, words);
      if (span === undefined) return undefined;
      const { params } = message.value as { params: Readonly<Record<string, unknown>> };
      const text = texts.textOf(span);
      const before = follow(context, JSON.stringify([message.method, params[of]]), text);
      if (before === '') return undefined;
      const findings = engine()
        .detect(before + text.slice(0, REACH), options)
        .filter((one) => hasDistinctFormat(one) && one.start < before.length && one.end > before.length)
        .map((one) => ({ ...one, start: 0, end: one.end - before.length }));
      const findingRule = {
        rule: 'responses.secrets',
        reason: 'the message completes a secret that began in an earlier message',
        action: responses.secrets,
      };
      const found = findings.length === 0 ? [] : [{ span, text, findings }];
      return verdictOnFindings(
        texts,
        found,
        findingRule,
        createSearch(engine(), options, context.clock, hasDistinctFormat),
        context.clock,
      );
    },
  };
}

const memberOf = ({ spans }: MessageTexts, name: string) =>
  spans.find(({ isKey, path }) => !isKey && path.length === 2 && path[1] === name);
