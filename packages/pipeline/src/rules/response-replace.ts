// What an operator wants replaced in results: what a pattern finds, or what the catalogue knows by its check digits.

import { createEngine, type Engine, type Finding, urlDetector } from '@claw/detectors';
import { isBinary } from '../blobs.js';
import { catalogue } from '../catalogue.js';
import { pickFindings, searchFor, treat } from '../findings.js';
import { patternName } from '../user-patterns.js';
import { whenReady } from '../wait.js';
import { type RuleParts, type RuleType, restricts } from './rule.js';

interface ReplaceGuard {
  readonly pattern?: string;
  readonly replacement?: string;
  readonly dlp_rule_id?: keyof typeof catalogue;
}

export const responseReplace: RuleType = {
  type: 'response_replace',
  moment: 'reply',
  check(guard) {
    const { pattern, dlp_rule_id: id } = guard as unknown as ReplaceGuard;
    return pattern === undefined && id === undefined ? 'it needs a `pattern` or a `dlp_rule_id`' : undefined;
  },
  create(guard, name, parts) {
    const settings = guard as unknown as ReplaceGuard;
    const isMeant = restricts(guard);
    const { engine, keep } = finderOf(settings, name, parts);
    const treated = {
      rule: name,
      reason: 'it holds what is to be replaced',
      treatment: 'redact',
      ...(settings.replacement !== undefined && { replacement: settings.replacement }),
    } as const;
    const options = { as: 'result', skip: isBinary } as const;
    return {
      name: 'guard',
      reply(reply, { clock }) {
        const { about, direction, texts } = reply;
        // What answers nothing that we know may be the answer to anything.
        if (direction !== 'server-to-client' || (about !== undefined && !isMeant(about))) return undefined;
        return whenReady(texts.search(engine(), options, clock), (all) => {
          const found = pickFindings(all, (finding, { text }) => keep(finding, text));
          const search = searchFor(engine(), options, clock, () => true);
          return treat(texts, found, treated, search, clock);
        });
      },
    };
  },
};

function finderOf(
  { pattern, dlp_rule_id: id }: ReplaceGuard,
  name: string,
  { patterns }: RuleParts,
): { readonly engine: () => Engine; readonly keep: (finding: Finding, text: string) => boolean } {
  const [kind, isMeant] = id === undefined ? ANYTHING : catalogue[id];
  const detectors = id === 'urls' ? [urlDetector] : [];
  const known = once(() => createEngine({ kinds: [kind], detectors }));
  if (pattern === undefined) return { engine: known, keep: isMeant };
  if (patterns === undefined)
    throw new Error('the policy has patterns, and there is nothing to run them with');
  const scanners = patterns([{ name: patternName(name), pattern, kind: 'personal' }]);
  // With both, the pattern finds and the catalogue decides.
  const agrees = (text: string) => id === undefined || known().detect(text).some(isMeant);
  return {
    engine: once(() => createEngine({ kinds: [], scanners })),
    keep: ({ start, end }, text) => agrees(text.slice(start, end)),
  };
}

const ANYTHING = ['personal', () => true] as const;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
