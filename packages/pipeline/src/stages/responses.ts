// What comes back: secrets, personal data, text that gives orders, and sheer size, in every string of an answer.

import type { Engine, Finding } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { isBinary, searchBrokenBlobs } from '../blobs.js';
import { inCategories } from '../catalogue.js';
import { pickFindings, searchFor, type Treated, treat } from '../findings.js';
import { namesIn } from '../names.js';
import type { Clock } from '../ports.js';
import { joinSiblings } from '../siblings.js';
import { LONGEST_ALIKE } from '../skeleton.js';
import { searchText } from '../texts.js';
import { always, type Notice, type Reply, type Stage, type Verdict } from '../types.js';
import { isOfPattern, patternsByName } from '../user-patterns.js';
import { allReady, whenReady } from '../wait.js';
import { isDescription } from './descriptions.js';
import { judgeNumbers } from './numbers.js';
import { judgeSize } from './size.js';

const isSecret = ({ kind }: Finding): boolean => kind === 'secrets';
const NOTHING: readonly Verdict[] = [];
const ADVICE = 'ask for less, or for data without secrets';

export function createResponsesStage(settings: Settings, engine: () => Engine): Stage {
  const { responses, injection } = settings;
  const isExcluded = namesIn(responses.exclude_tools);
  const { sensitivity } = injection;
  const isWanted = inCategories(responses.categories);
  const isPersonal = (digits: string): boolean =>
    engine()
      .detect(digits, { as: 'result' })
      .some((finding) => finding.kind === 'personal' && isWanted(finding));
  const patternOf = patternsByName(responses.pattern);
  const seesInjection = injection.enabled && injection.in.includes('results');

  const options = { as: 'result', sensitivity } as const;

  const judge = (reply: Reply | Notice, clock: Clock): Awaitable<readonly Verdict[]> =>
    whenReady(searchReply(reply, engine(), sensitivity, clock), (all) => {
      if (all.length === 0 && responses.personal === 'off') return NOTHING;
      const byTest = (keep: (finding: Finding) => boolean, treated: Treated) =>
        treat(
          reply.texts,
          pickFindings(all, keep),
          treated,
          searchFor(engine(), options, clock, keep),
          clock,
        );
      const readsOrders = seesInjection && reply.direction === 'server-to-client' && !isDescription(reply);
      const said = [
        byTest((finding) => isSecret(finding) && !isOfPattern(finding) && isWanted(finding), {
          rule: 'responses.secrets',
          reason: 'it holds a secret',
          treatment: responses.secrets,
          suggestion: ADVICE,
        }),
        byTest((finding) => finding.kind === 'personal' && isWanted(finding), {
          rule: 'responses.personal',
          reason: 'it holds personal data',
          treatment: responses.personal,
          suggestion: ADVICE,
        }),
        responses.personal === 'off' ? undefined : judgeNumbers(reply.texts, responses.personal, isPersonal),
        byTest(({ kind }) => readsOrders && kind === 'injection', {
          rule: 'responses.injection',
          reason: 'the text tries to give instructions',
          treatment: responses.injection,
        }),
        ...responses.pattern.map((pattern) =>
          byTest((finding) => patternOf(finding) === pattern, {
            rule: `responses.${pattern.name}`,
            reason: `it matches the pattern \`${pattern.name}\``,
            treatment: pattern.action ?? 'redact',
            ...(pattern.replacement !== undefined && { replacement: pattern.replacement }),
          }),
        ),
      ];
      return whenReady(allReady(said), (verdicts) => verdicts.filter((verdict) => verdict !== undefined));
    });

  return {
    name: 'responses',
    // Who calls a tool is asked nothing here.
    holdsForAlikeCalls: always,
    holdsForAlikeReplies: ({ texts: { keys } }) =>
      responses.max_size >= LONGEST_ALIKE &&
      keys.text <= 1 &&
      keys.blob + keys.data + keys.uri + keys.structuredContent === 0,
    // What a server asks for can carry a secret to the client as well as what it answers.
    request(call, { clock }) {
      if (!responses.enabled || call.direction !== 'server-to-client' || call.message.kind !== 'request')
        return undefined;
      return whenReady(call.texts.search(engine(), options, clock), (all) => {
        const keep = (finding: Finding) => isSecret(finding) && isWanted(finding);
        const said = { rule: 'responses.secrets', reason: 'it holds a secret', treatment: responses.secrets };
        const search = searchFor(engine(), options, clock, keep);
        return treat(call.texts, pickFindings(all, keep), said, search, clock);
      });
    },
    reply(reply, { clock }) {
      if (!responses.enabled) return undefined;
      const tooBig = judgeSize(reply, responses);
      if (tooBig?.kind === 'deny' || isExcluded(reply.about?.tool)) return tooBig;
      // What is left of an answer that is cut may hold anything.
      return whenReady(judge(reply, clock), (found) => {
        if (tooBig === undefined) return found.length === 0 ? undefined : found;
        return [tooBig, ...found];
      });
    },
  };
}

/** All findings in an answer, those included that only show when neighbouring texts are read as one. */
export function searchReply(
  reply: Reply | Notice,
  engine: Engine,
  sensitivity: Settings['injection']['sensitivity'],
  clock: Clock,
) {
  const as = isDescription(reply) ? 'description' : 'result';
  const options = { as, sensitivity, skip: isBinary } as const;
  return whenReady(reply.texts.search(engine, options, clock), (found) =>
    whenReady(joinSiblings(reply.texts, found, engine, options, clock), (all) => {
      const search = (text: string) => searchText(text, engine, options, clock);
      return whenReady(searchBrokenBlobs(reply.texts, search), (broken) =>
        broken.length === 0 ? all : [...all, ...broken],
      );
    }),
  );
}
