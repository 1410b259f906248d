// `response_replace`: replaces text in results that matches a pattern or belongs to a DLP category.

import { createEngine, type Engine, type Finding } from '@claw/detectors';
import { whenReady } from '../awaitable.js';
import { dataCategories } from '../findings/data-categories.js';
import { dataEngine } from '../findings/data-engines.js';
import { createSearch, pickFindings, verdictOnFindings } from '../findings/finding-verdicts.js';
import { isDescription } from '../findings/search-reply.js';
import { patternName } from '../findings/user-patterns.js';
import type { Clock } from '../ports.js';
import { isProtocolString } from '../redaction/protocol-strings.js';
import { searchAdjacent } from '../text/adjacent-content.js';
import type { MessageTexts, TextFindings } from '../text/message-texts.js';
import { searchNamedValues } from '../text/named-secrets.js';
import { appliesToAnySpelling, type RuleParts, type RuleType } from './rule.js';

interface ReplaceGuard {
  readonly pattern?: string;
  readonly replacement?: string;
  readonly dlp_rule_id?: keyof typeof dataCategories;
}

export const responseReplace: RuleType = {
  type: 'response_replace',
  phase: 'reply',
  create(guard, { name }, parts) {
    const settings = guard as unknown as ReplaceGuard;
    const appliesToCall = appliesToAnySpelling(guard);
    const { engine, keep, readsKeys } = finderOf(settings, name, parts);
    const findingRule = {
      rule: name,
      reason: 'replaced matching text',
      action: 'redact',
      ...(settings.replacement !== undefined && { replacement: settings.replacement }),
    } as const;
    const options = { as: 'result', skipsBinary: true } as const;
    const searchAll = (texts: MessageTexts, clock: Clock, isNamed: boolean) =>
      whenReady(texts.search(engine(), options, clock), (found) =>
        whenReady(searchAdjacent(texts, found, engine(), options, clock), (all) =>
          isNamed ? searchNamedValues(texts, all, engine(), options, clock) : all,
        ),
      );
    return {
      name: 'guard',
      reply(reply, { clock }) {
        const { origin, direction, texts } = reply;
        // A response that matches no request may belong to any request.
        if (direction !== 'server-to-client' || (origin !== undefined && !appliesToCall(origin)))
          return undefined;
        // The keys in a tool description are names of parameters, so they are not evidence of a secret.
        const isNamed = readsKeys && !isDescription(reply);
        return whenReady(searchAll(texts, clock, isNamed), (all) => {
          // The client chose the id of a response that matches a request, so the id is not replaced.
          const isData = ({ span, text }: TextFindings) =>
            !isProtocolString(span, text) && (origin === undefined || span.path[0] !== 'id');
          const found = pickFindings(all, (finding, at) => isData(at) && keep(finding, at.text));
          const search = createSearch(engine(), options, clock, () => true);
          return verdictOnFindings(texts, found, findingRule, search, clock);
        });
      },
    };
  },
};

interface Finder {
  readonly engine: () => Engine;
  readonly keep: (finding: Finding, text: string) => boolean;
  /** Finds secrets that only the key of their value reveals. */
  readonly readsKeys: boolean;
}

function finderOf({ pattern, dlp_rule_id: id }: ReplaceGuard, name: string, { patterns }: RuleParts): Finder {
  if (pattern === undefined) {
    if (id === undefined) throw new Error('the rule has neither `pattern` nor `dlp_rule_id`');
    const [kind, keep] = dataCategories[id];
    return { engine: once(() => dataEngine(id)), keep, readsKeys: kind === 'secrets' };
  }
  if (patterns === undefined)
    throw new Error('the policy contains patterns, but no pattern engine is configured');
  const functionDetectors = patterns([{ name: patternName(name), pattern, kind: 'personal' }]);
  return {
    engine: once(() => createEngine({ kinds: [], functionDetectors })),
    // If a rule has both a pattern and a category, the pattern selects text and the category verifies it.
    keep: ({ start, end }, text) =>
      id === undefined || dataEngine(id).detect(text.slice(start, end)).some(dataCategories[id][1]),
    readsKeys: false,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
