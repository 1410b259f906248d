// Defines the schema and the defaults of all sections except rules. The keys have the same names as in the file.
import * as z from 'zod';
import { EFFECTS } from '../../model.js';
import { guards } from './guards.js';
import {
  count,
  depth,
  duration,
  flag,
  patterns,
  regex,
  report,
  size,
  text,
  timespan,
  word,
  words,
} from './value-types.js';

const findingAction = ['deny', 'prompt', 'log'] as const;
const treatment = ['off', 'log', 'redact', 'block'] as const;
const warning = ['off', 'warn', 'prompt', 'block'] as const;
const block = { block: 'deny' } as const;
const names = patterns('name');
const section = <T extends z.core.$ZodLooseShape>(shape: T) => z.strictObject(shape).prefault({} as never);
/** A list of custom patterns. Patterns are identified by name, so two patterns must not have the same name. */
const list = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z
    .array(z.strictObject({ name: text, ...shape }))
    .default([])
    .superRefine((patterns, context) => {
      const names = (patterns as readonly { readonly name: string }[]).map(({ name }) => name);
      for (const [index, name] of names.entries())
        if (name === '' || names.indexOf(name) !== index)
          report(
            context,
            {
              code: 'duplicate-name',
              message:
                name === ''
                  ? 'the pattern has an empty name'
                  : `pattern ${names.indexOf(name) + 1} already has the name \`${name}\``,
              help:
                name === ''
                  ? 'errors and the audit log refer to patterns by name; give the pattern a name'
                  : 'names must be unique, because errors and the audit log refer to patterns by name; rename one of the patterns',
            },
            [index, 'name'],
          );
    });
const or = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema.optional().transform((given): z.output<T> => (given === undefined ? value : given)) as z.ZodType<
    z.output<T>
  >;

/**
 * A list of names that are excepted. It may be empty, which means that there is no exception. In other lists, an
 * empty list would be ambiguous.
 */
const exceptions = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? undefined : value),
  or(names, []),
);

const places = ['arguments', 'results', 'descriptions', 'sampling'] as const;
/** The seven detector categories, and the names in the DLP catalog that differ from them. */
const categories = [
  'emails',
  'financial',
  'ips',
  'urls',
  'pii',
  'tokens',
  'vendor_keys',
  'api_keys',
  'iban',
  'credit_cards',
  'high_entropy',
] as const;
const channels = ['elicitation', 'dashboard', 'terminal', 'cli'] as const;
const egressAction = ['deny', 'prompt', 'allow'] as const;

const stepKeys = z.strictObject({
  effect: words('effect', EFFECTS).optional(),
  tool: names.optional(),
  path: patterns('path').optional(),
  host: names.optional(),
  command: names.optional(),
  server: names.optional(),
});

/**
 * The steps of a chain. There must be at least one step, because a chain without steps never matches, and each step
 * must have a condition, because an empty step would match every call.
 */
const steps = z.array(stepKeys).superRefine((given, context) => {
  // An unknown key was already reported. Without this key, the step may seem to be empty.
  if (context.issues.length > 0) return;
  const help =
    'write the steps in order, as in `[{ effect = "read", path = "~/**" }, { effect = "connect" }]`';
  if (given.length === 0)
    report(context, { code: 'empty-chain', message: 'the chain has no steps, so it never matches', help });
  for (const [index, one] of given.entries())
    if (Object.keys(one).length === 0)
      report(
        context,
        {
          code: 'empty-condition',
          message: 'the step has no condition',
          help: 'add one, such as `effect = "read"`',
        },
        [index],
      );
});

/** Every section of a policy file except the rules. */
export const settingsShape = {
  self: section({ protect: or(flag, true) }),
  kill_switch: section({ enabled: or(flag, true), file: text.optional() }),
  injection: section({
    enabled: or(flag, true),
    sensitivity: or(word('sensitivity', ['low', 'medium', 'high']), 'medium'),
    action: or(word('action', findingAction, block), 'deny'),
    exclude_tools: exceptions,
    in: or(words('scan target', places), [...places]),
    pattern: list({ pattern: regex, action: word('action', findingAction, block).optional() }),
  }),
  egress: section({
    enabled: or(flag, true),
    action: or(word('action', findingAction, block), 'deny'),
    private: or(word('action', egressAction, block), 'deny'),
    loopback: or(word('action', egressAction, block), 'deny'),
    metadata: or(word('action', egressAction, block), 'deny'),
    allow_hosts: or(names, []),
    deny_hosts: exceptions,
    exclude_tools: exceptions,
    resolve: or(flag, false),
  }),
  chains: section({
    enabled: or(flag, true),
    action: or(word('action', findingAction, block), 'prompt'),
    window: or(timespan, 60_000),
    pattern: list({
      steps,
      within: timespan.optional(),
      action: word('action', findingAction, block).optional(),
    }),
  }),
  responses: section({
    enabled: or(flag, true),
    max_size: or(size, 10 * 1024 ** 2),
    oversize: or(word('action', ['block', 'truncate']), 'block'),
    secrets: or(word('action', treatment), 'redact'),
    personal: or(word('action', treatment), 'off'),
    injection: or(word('action', treatment), 'log'),
    categories: or(words('category', categories, { secrets: 'api_keys' }), []),
    exclude_tools: exceptions,
    pattern: list({
      pattern: regex,
      action: word('action', treatment).optional(),
      replacement: text.optional(),
    }),
  }),
  sampling: section({
    action: or(word('action', ['allow', 'deny', 'prompt', 'log'], block), 'prompt'),
    injection: or(word('action', treatment), 'block'),
    include_context: or(word('context', ['none', 'thisServer', 'allServers']), 'thisServer'),
    system_prompt: or(word('action', ['allow', 'deny', 'prompt', 'log'], block), 'allow'),
    tools: or(word('action', ['allow', 'deny', 'prompt', 'log'], block), 'allow'),
  }),
  elicitation: section({
    action: or(word('action', ['allow', 'deny', 'prompt', 'log'], block), 'allow'),
    secrets: or(word('action', ['allow', 'deny', 'prompt', 'log'], block), 'deny'),
  }),
  roots: section({
    action: or(word('action', ['allow', 'deny', 'prompt', 'log'], block), 'allow'),
    allow_paths: or(patterns('path'), []),
  }),
  tools: section({
    pin: or(word('action', warning), 'warn'),
    dangerous_change: or(word('action', ['warn', 'prompt', 'block']), 'warn'),
    poisoning: or(word('action', warning), 'warn'),
    shadowing: or(word('action', ['off', 'warn', 'block']), 'warn'),
    schema: or(word('action', ['off', 'warn', 'deny'], block), 'off'),
  }),
  approval: section({
    wait: or(duration, 25_000),
    expires: or(timespan, 600_000),
    channels: or(words('channel', channels), [...channels]),
    on_timeout: or(word('action', ['pending', 'deny'], block), 'pending'),
    notify: or(flag, true),
  }),
  audit: section({
    level: or(word('level', ['reviewed', 'all']), 'reviewed'),
    on_failure: or(word('action', ['deny', 'continue'], block), 'deny'),
    redact: or(flag, true),
    max_size: or(size, 64 * 1024 ** 2),
    keep: or(count, 10),
  }),
  limits: section({
    max_message: or(size, 10 * 1024 ** 2),
    max_depth: or(depth, 128),
    max_buffer: or(size, 20 * 1024 ** 2),
  }),
  wire: section({
    strict: or(flag, false),
    unknown_methods: or(word('action', ['log', 'deny'], block), 'log'),
    unknown_tools: or(word('action', ['log', 'deny'], block), 'log'),
    unmatched: or(word('action', ['pass', 'drop']), 'pass'),
    non_json: or(word('action', ['drop', 'pass']), 'drop'),
    progress: or(flag, false),
  }),
  guard: guards,
};

const settingsSchema = z.strictObject(settingsShape);
/** The settings in all sections except rules. Sizes are in bytes, durations in milliseconds. */
export type Settings = z.output<typeof settingsSchema>;
