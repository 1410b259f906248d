// Validates the guards of a policy file in addition to the schema: finds patterns and functions that cannot run, files
// that cannot be read, and resources that only a gateway has.

import type { Policy } from '@claw/policy';
import { loadPatternCompiler } from '../firewall/user-patterns.js';
import { readResourceFiles } from './resource-files.js';
import { loadSandbox } from './sandbox.js';

/** A problem with one key of one guard. */
export interface GuardProblem {
  readonly path: readonly ['guard', number, string];
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

/** Returns the problems with a policy's guards, and the policy with the content of their files. */
export async function checkGuards(
  policy: Policy,
  file: string,
): Promise<{ readonly policy: Policy; readonly problems: readonly GuardProblem[] }> {
  const { guard: guards } = policy.settings;
  if (guards.length === 0) return { policy, problems: [] };
  const { checkEngines } = await import('@claw/pipeline');
  const wrong = await checkEngines(guards, { loadPatterns: loadPatternCompiler, loadSandbox });
  const stored = guards.findIndex((one) => one['enabled'] !== false && one['resource_id'] !== undefined);
  const files = await readResourceFiles(policy, file);
  return {
    policy: files.policy,
    problems: [
      ...wrong.map(
        ({ index, key, message }): GuardProblem => ({
          path: ['guard', index, key],
          code: key === 'code' ? 'bad-function' : 'bad-regex',
          message: `the ${key === 'code' ? 'function' : 'pattern'} cannot be used: ${message}`,
          help:
            key === 'code'
              ? 'define `function handle(event)` in JavaScript without imports'
              : 'write it without lookaround or backreferences',
        }),
      ),
      ...(stored === -1
        ? []
        : [
            {
              path: ['guard', stored, 'resource_id'] as const,
              code: 'no-gateway',
              message: '`resource_id` names a stored resource, which only a gateway has',
              help: 'write `uri` with `content` or `file`',
            },
          ]),
      ...files.problems.map(
        ({ index, message }): GuardProblem => ({
          path: ['guard', index, 'file'],
          code: 'resource-file',
          message,
          help: 'name a text file; relative paths are resolved from the folder of the policy',
        }),
      ),
    ],
  };
}
