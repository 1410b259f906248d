// Implements `checkIntent`: checks in advance whether the firewall would allow an action.

import * as z from 'zod';
import { explain, explainAgreed, POLICY_RULES, policyWord } from '../decision-texts.js';
import { readable, target } from '../fields.js';
import { ACTION_TYPES } from '../intent.js';
import { isAgreed, judgeIntent } from '../judge.js';
import { RISK_LEVELS, riskOf, suggestionsFor } from '../risk-and-suggestions.js';
import { answerSchema, defineTool } from '../tool.js';

export const checkIntent = defineTool({
  name: 'checkIntent',
  title: 'Check an intent',
  description: 'Check whether a planned action is allowed by ClawDefender policy.',
  fields: z.object({
    description: readable('Human-readable description of what you intend to do'),
    action_type: z.enum(ACTION_TYPES),
    target: target('Target resource: file path, URL, command, etc.'),
    reason: readable('Optional justification').optional(),
  }),
  answer: answerSchema({
    allowed: 'flag',
    risk_level: RISK_LEVELS,
    explanation: 'text',
    policy_rule: POLICY_RULES,
    rule: 'text',
    'message?': 'text',
    'suggestions?': 'texts',
  }),
  readOnly: true,
  limit: 'checkIntent',
  async run({ action_type: action, target }, context) {
    const judged = await judgeIntent({ action, target }, context);
    const { decision, rule, message } = judged;
    const agreed = await isAgreed(judged, context);
    const suggestions = agreed ? [] : suggestionsFor(judged, target);
    return {
      answer: {
        allowed: decision === 'allow' || decision === 'log' || agreed,
        risk_level: riskOf(judged),
        explanation: agreed ? explainAgreed(action, target) : explain(decision, action, target),
        policy_rule: policyWord(decision),
        rule,
        ...(message !== undefined && { message }),
        ...(suggestions.length > 0 && { suggestions }),
      },
    };
  },
});
