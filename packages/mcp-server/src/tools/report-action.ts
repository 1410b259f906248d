// Implements `reportAction`: logs a performed action after masking secrets.

import { ErrorCode } from '@claw/jsonrpc-stream';
import { maskRequestArguments } from '@claw/pipeline';
import * as z from 'zod';
import { details, readable, target } from '../fields.js';
import { ACTION_TYPES, SERVER } from '../intent.js';
import type { ServerPorts } from '../ports.js';
import { answerSchema, defineTool } from '../tool.js';

export const reportAction = defineTool({
  name: 'reportAction',
  title: 'Report an action',
  description: 'Report an action that has already been performed, for audit logging.',
  fields: z.object({
    description: readable('What happened'),
    action_type: z.enum(ACTION_TYPES),
    target: target('Target resource'),
    result: z.enum(['success', 'failure', 'partial']),
    details: details('Additional details').optional(),
  }),
  answer: answerSchema({ recorded: 'flag', event_id: 'text' }),
  readOnly: false,
  limit: 'reportAction',
  async run({ action_type: action, result, description, target, details }, { ports, caller }) {
    const { identity, client } = caller;
    const mask = (reported: ReportedText) => maskReported(reported, action, ports);
    const reported = { target, description };
    const eventId = ports.createId();
    const members = {
      event_id: eventId,
      client: client && mask({ client })['client'],
      identity,
      tool: action,
      result,
      // If a text cannot be masked in part, it is masked as a whole, separately for each field.
      arguments: { ...mask(reported), ...(details && mask({ details })) },
    };
    try {
      await ports.log.note('report', members);
    } catch {
      const message = 'the report could not be logged; tell the user that the audit log cannot be written';
      return { error: { code: ErrorCode.denied, message, data: { rule: 'audit', action: 'denied' } } };
    }
    return { answer: { recorded: true, event_id: eventId } };
  },
});

type ReportedText = Readonly<Record<string, unknown>>;

/** Masks a report with the detectors that also mask the arguments of a call. */
function maskReported(
  reported: ReportedText,
  action: string,
  { pipeline, surroundings }: ServerPorts,
): ReportedText {
  const event = { method: 'tools/call', server: SERVER, params: { name: action, arguments: reported } };
  const masked: unknown = JSON.parse(maskRequestArguments(pipeline(), event, surroundings) ?? '{}');
  return typeof masked === 'object' && masked !== null
    ? (masked as ReportedText)
    : Object.fromEntries(Object.keys(reported).map((name) => [name, masked]));
}
