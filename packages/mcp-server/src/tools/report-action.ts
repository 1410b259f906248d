// What was done, for the record. Secrets are masked before it is written.

import { ErrorCode } from '@claw/jsonrpc-stream';
import { maskRequest } from '@claw/pipeline';
import * as z from 'zod';
import { details, sentence, target } from '../fields.js';
import { ACTION_TYPES, SERVER } from '../intent.js';
import { answerSchema, defineTool } from '../tool.js';

export const reportAction = defineTool({
  name: 'reportAction',
  title: 'Report an action',
  description: 'Report an action that has already been performed, for audit logging.',
  fields: z.object({
    description: sentence('What happened'),
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
    // Masked as the arguments of a call are, by the same detectors.
    const told = { target, description, ...(details && { details }) };
    const event = { method: 'tools/call', server: SERVER, params: { name: action, arguments: told } };
    const masked: unknown = JSON.parse(maskRequest(ports.pipeline(), event, ports.surroundings) ?? '{}');
    const eventId = ports.createId();
    const members = {
      event_id: eventId,
      client,
      identity,
      tool: action,
      result,
      arguments: masked,
    };
    try {
      await ports.log.note('report', members);
    } catch {
      const message = 'the report could not be recorded; tell a person that the log cannot be written';
      return { error: { code: ErrorCode.refused, message, data: { rule: 'audit', action: 'denied' } } };
    }
    return { answer: { recorded: true, event_id: eventId } };
  },
});
