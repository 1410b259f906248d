// Implements `getPolicy`: returns the rules that apply to a query, in order of evaluation. The first matching rule
// decides. The result contains names and messages, but no patterns, and secrets in rules are masked.

import type { Pipeline, RequestDecision } from '@claw/pipeline';
import type { Policy, Rule } from '@claw/policy';
import * as z from 'zod';
import { findApplying } from '../applying-rules.js';
import { POLICY_RULES, policyWord } from '../decision-texts.js';
import { name, target } from '../fields.js';
import { ACTION_TYPES } from '../intent.js';
import { defineTool } from '../tool.js';

const MAX_RULES = 200;
const MAX_TEXT_LENGTH = 500;

const ruleSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    description: { type: 'string' },
    action: { type: 'string', enum: POLICY_RULES },
    message: { type: 'string' },
    priority: { type: 'integer' },
  },
  required: ['name', 'description', 'action', 'message', 'priority'],
};

export const getPolicy = defineTool({
  name: 'getPolicy',
  title: 'Get the policy',
  description: 'Query the current security policy rules.',
  fields: z.object({
    resource: target('Filter by resource path').optional(),
    action_type: z.enum(ACTION_TYPES).optional(),
    tool_name: name('Filter by tool name').optional(),
  }),
  answer: {
    type: 'object',
    properties: {
      rules: { type: 'array', items: ruleSchema },
      default_action: { type: 'string', enum: POLICY_RULES },
      left_out: { type: 'integer' },
    },
    required: ['rules', 'default_action'],
  },
  readOnly: true,
  async run({ resource, action_type: action, tool_name: tool }, context) {
    const pipeline = context.ports.pipeline();
    const { policy } = pipeline.policy;
    const { rules, stages } = await findApplying({ resource, action, tool }, pipeline, context);
    const rows = [...stages.map(stageRow), ...rules.map((rule) => ruleRow(rule, policy))];
    const clean = withoutSecrets(pipeline);
    const leftOut = rows.length - MAX_RULES;
    return {
      answer: {
        rules: rows.slice(0, MAX_RULES).map((row) => ({
          ...row,
          name: clean(row.name),
          description: clean(row.description),
          message: clean(row.message),
        })),
        default_action: policyWord(policy.default),
        ...(leftOut > 0 && { left_out: leftOut }),
      },
    };
  },
});

interface Row {
  readonly name: string;
  readonly description: string;
  readonly action: string;
  readonly message: string;
  readonly priority: number;
}

function ruleRow(rule: Rule, policy: Policy): Row {
  const { name, description, message, action, match, priority } = rule;
  return {
    name,
    description: description ?? message ?? `Matches by ${Object.keys(match).join(', ')}`,
    action: policyWord(action),
    message: message ?? description ?? '',
    priority: priority ?? policy.rules.indexOf(rule),
  };
}

/** The row for a stage that runs before all rules. */
const stageRow = ({ rule, decision, message }: RequestDecision): Row => ({
  name: rule,
  description: 'Built in; checks every call before the rules',
  action: policyWord(decision),
  message: message ?? '',
  priority: -1,
});

function withoutSecrets(pipeline: Pipeline): (text: string) => string {
  const engine = pipeline.maskEngine();
  return (text) => {
    if (engine.detect(text).some(({ kind }) => kind === 'secrets')) return '[REDACTED]';
    // The text is cut between characters, because some parsers reject a response with half a surrogate pair.
    return text.length <= MAX_TEXT_LENGTH
      ? text
      : `${text.slice(0, MAX_TEXT_LENGTH).replace(/\p{Cs}$/u, '')}…`;
  };
}
