// Defines the keys of rules in both syntaxes. The dialects check combinations of keys.
import * as z from 'zod';
import { ACTIONS, EFFECTS, EVENT_KINDS } from '../../model.js';
import {
  count,
  flag,
  integer,
  moment,
  openTable,
  patterns,
  text,
  timespan,
  word,
  words,
} from './value-types.js';

const name = patterns('name');
export const action = word('action', [...ACTIONS, 'block']);

/** The patterns in `args.<name>`: nested tables form dotted names, and their leaves are patterns. */
const argumentPatterns = openTable('the name of an argument with a pattern, as in `args.path = "/etc/**"`');

const fields = {
  any: flag.optional(),
  tool: name.optional(),
  args: argumentPatterns.optional(),
  server: name.optional(),
  client: name.optional(),
  identity: name.optional(),
  method: name.optional(),
  resource: patterns('value').optional(),
  prompt: name.optional(),
  path: patterns('path').optional(),
  host: name.optional(),
  command: name.optional(),
  effect: words('effect', EFFECTS).optional(),
};

const about = {
  action: action.optional(),
  description: text.optional(),
  message: text.optional(),
  enabled: flag.optional(),
  expires: moment.optional(),
  rate_limit: z.strictObject({ max: count, window: timespan }).optional(),
};

export const orderedRule = z.strictObject({ name: text.optional(), ...about, ...fields });

// The effect names of earlier policies, which are accepted in addition to the names of message kinds.
const SEED_EFFECTS = { open: 'read', unlink: 'delete', rename: 'move' } as const;

export const namedMatch = z.strictObject({
  ...fields,
  tool_name: name.optional(),
  resource_path: patterns('path').optional(),
  event_type: words('event type', [...EVENT_KINDS, ...EFFECTS], SEED_EFFECTS).optional(),
});

export const namedRule = z.strictObject({
  ...about,
  priority: integer.optional(),
  match: namedMatch.optional(),
});

export type OrderedRule = z.output<typeof orderedRule>;
export type NamedRule = z.output<typeof namedRule>;
export type Fields = z.output<typeof namedMatch>;
