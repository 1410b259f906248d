// Defines the schema of a policy file: rules in one of two syntaxes, and the sections.
import * as z from 'zod';
import { action, namedRule, orderedRule } from './rules.js';
import { settingsShape } from './settings.js';
import { report } from './value-types.js';

const version = z
  .unknown()
  .optional()
  .transform((value, context) => {
    if (value !== undefined && value !== 1)
      report(context, {
        code: 'unknown-version',
        message: `unknown version \`${typeof value === 'string' ? `"${value}"` : String(value)}\``,
        help: `write \`version = 1\`${typeof value === 'string' ? ', without quotes' : ''}`,
      });
    return value;
  });

export const policyFile = z.strictObject({
  version,
  default: action.optional(),
  rule: z.array(orderedRule).optional(),
  rules: z.record(z.string(), namedRule).optional(),
  ...settingsShape,
});

export type PolicyFile = z.output<typeof policyFile>;
