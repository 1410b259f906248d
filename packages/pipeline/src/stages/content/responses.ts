// Scans every string of a response for secrets, personal data and prompt injection, and checks its size.

import type { Engine, Finding } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { allReady, whenReady } from '../../awaitable.js';
import { inCategories } from '../../findings/data-categories.js';
import {
  createSearch,
  type FindingRule,
  pickFindings,
  verdictOnFindings,
} from '../../findings/finding-verdicts.js';
import { isDescription, searchReply } from '../../findings/search-reply.js';
import { isOfPattern, patternsByName } from '../../findings/user-patterns.js';
import { matchesName } from '../../name-lists.js';
import type { Clock } from '../../ports.js';
import type { MessageTexts, TextFindings } from '../../text/message-texts.js';
import { searchNamedValues } from '../../text/named-secrets.js';
import type { Reply, ServerNotification, Stage, Verdict } from '../../types.js';
import { checkNumbers } from './personal-numbers.js';
import { checkSize } from './size.js';

const isSecret = ({ kind }: Finding): boolean => kind === 'secrets';
const NOTHING: readonly Verdict[] = [];
const ADVICE = 'request less data, or data without secrets';

export function createResponsesStage(settings: Settings, engine: () => Engine): Stage {
  const { responses, injection } = settings;
  const isExcluded = matchesName(responses.exclude_tools);
  const { sensitivity } = injection;
  const isWanted = inCategories(responses.categories);
  const isPersonal = (digits: string): boolean =>
    engine()
      .detect(digits, { as: 'result' })
      .some((finding) => finding.kind === 'personal' && isWanted(finding));
  const patternOf = patternsByName(responses.pattern);
  const seesInjection = injection.enabled && injection.in.includes('results');

  const options = { as: 'result', sensitivity } as const;

  const searchKeys = (texts: MessageTexts, found: readonly TextFindings[], clock: Clock) =>
    responses.secrets === 'off' ? found : searchNamedValues(texts, found, engine(), options, clock);

  const search = (reply: Reply | ServerNotification, clock: Clock): Awaitable<readonly TextFindings[]> =>
    whenReady(searchReply(reply, engine(), sensitivity, clock), (found) =>
      // The keys in a tool description are names of parameters, so they are not evidence of a secret.
      isDescription(reply) ? found : searchKeys(reply.texts, found, clock),
    );

  const judge = (reply: Reply | ServerNotification, clock: Clock): Awaitable<readonly Verdict[]> =>
    whenReady(search(reply, clock), (all) => {
      if (all.length === 0 && responses.personal === 'off') return NOTHING;
      const byTest = (keep: (finding: Finding) => boolean, findingRule: FindingRule) =>
        verdictOnFindings(
          reply.texts,
          pickFindings(all, keep),
          findingRule,
          createSearch(engine(), options, clock, keep),
          clock,
        );
      const searchesInjection =
        seesInjection && reply.direction === 'server-to-client' && !isDescription(reply);
      const details = [
        byTest((finding) => isSecret(finding) && !isOfPattern(finding) && isWanted(finding), {
          rule: 'responses.secrets',
          reason: 'the message contains a secret',
          action: responses.secrets,
          suggestion: ADVICE,
        }),
        byTest((finding) => finding.kind === 'personal' && isWanted(finding), {
          rule: 'responses.personal',
          reason: 'the message contains personal data',
          action: responses.personal,
          suggestion: ADVICE,
        }),
        responses.personal === 'off' ? undefined : checkNumbers(reply.texts, responses.personal, isPersonal),
        byTest(({ kind }) => searchesInjection && kind === 'injection', {
          rule: 'responses.injection',
          reason: 'the text contains instructions to the model',
          action: responses.injection,
        }),
        ...responses.pattern.map((pattern) =>
          byTest((finding) => patternOf(finding) === pattern, {
            rule: `responses.${pattern.name}`,
            reason: `the message matches the pattern \`${pattern.name}\``,
            action: pattern.action ?? 'redact',
            ...(pattern.replacement !== undefined && { replacement: pattern.replacement }),
          }),
        ),
      ];
      return whenReady(allReady(details), (verdicts) => verdicts.filter((verdict) => verdict !== undefined));
    });

  return {
    name: 'responses',
    // A request from the server can carry a secret to the client as well.
    request(call, { clock }) {
      if (!responses.enabled || call.direction !== 'server-to-client' || call.message.kind !== 'request')
        return undefined;
      const found = whenReady(call.texts.search(engine(), options, clock), (all) =>
        searchKeys(call.texts, all, clock),
      );
      return whenReady(found, (all) => {
        const keep = (finding: Finding) => isSecret(finding) && isWanted(finding);
        const details = {
          rule: 'responses.secrets',
          reason: 'the message contains a secret',
          action: responses.secrets,
        };
        const search = createSearch(engine(), options, clock, keep);
        return verdictOnFindings(call.texts, pickFindings(all, keep), details, search, clock);
      });
    },
    reply(reply, { clock }) {
      if (!responses.enabled) return undefined;
      const tooBig = checkSize(reply, responses);
      if (tooBig?.kind === 'deny' || isExcluded(reply.origin?.tool)) return tooBig;
      // A truncated response is searched as well, because a finding may block it.
      return whenReady(judge(reply, clock), (found) => {
        if (tooBig === undefined) return found.length === 0 ? undefined : found;
        return [tooBig, ...found];
      });
    },
  };
}
