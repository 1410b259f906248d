// Checks the `inputResponses` of a call, with which a client responds to requests inside results. They are checked
// like the separate responses of older protocol versions.

import type { Engine } from '@claw/detectors';
import { type Awaitable, isRecord } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import { createSearch, locate, pickFindings, verdictOnFindings } from '../../findings/finding-verdicts.js';
import type { Clock } from '../../ports.js';
import type { TextFindings } from '../../text/message-texts.js';
import type { Call, Stage, Verdict } from '../../types.js';
import { secretInFormVerdict } from './elicitation.js';

const MEMBER = 'inputResponses';

export function createInputResponsesStage(
  { responses, elicitation, injection }: Settings,
  engine: () => Engine,
): Stage {
  const { sensitivity } = injection;
  return {
    name: 'input_responses',
    request(call, { clock }) {
      if (call.direction !== 'client-to-server' || call.params[MEMBER] === undefined) return undefined;
      return whenReady(call.texts.search(engine(), { as: 'result', sensitivity }, clock), (all) => {
        const secrets = pickFindings(all, ({ kind }, { span }) => kind === 'secrets' && isInside(span));
        if (secrets.length === 0) return undefined;
        return judgeForms(call, secrets) ?? judgeRest(call, secrets, clock);
      });
    },
  };

  function judgeForms(call: Call, secrets: readonly TextFindings[]): Verdict | undefined {
    const inForms = secrets.filter(({ span }) => isForm(call, span.path[2]));
    const verdict = inForms.length === 0 ? undefined : secretInFormVerdict(elicitation.secrets);
    return verdict && { ...verdict, findings: locate(inForms) };
  }

  function judgeRest(
    { texts }: Call,
    secrets: readonly TextFindings[],
    clock: Clock,
  ): Awaitable<Verdict | undefined> {
    if (!responses.enabled) return undefined;
    const findingRule = {
      rule: 'responses.secrets',
      reason: '`inputResponses` contains a secret',
      action: responses.secrets,
    };
    const options = { as: 'result', sensitivity } as const;
    const search = createSearch(engine(), options, clock, ({ kind }) => kind === 'secrets');
    return verdictOnFindings(texts, secrets, findingRule, search, clock);
  }
}

const isInside = ({ path }: TextFindings['span']): boolean => path[0] === 'params' && path[1] === MEMBER;

/** Returns true for a completed form, which contains the action of the user; other responses do not. */
function isForm({ params }: Call, key: string | number | undefined): boolean {
  const answers = params[MEMBER];
  const answer = isRecord(answers) && key !== undefined ? answers[key] : undefined;
  return isRecord(answer) && typeof answer['action'] === 'string';
}
