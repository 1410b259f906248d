// Checks the policy file in the configuration folder.

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkPolicy, type Diagnostic, formatDiagnostic } from '@claw/policy';
import { bad, type CheckResult, checkModes, good } from '../diagnostics/check-result.js';
import { describeFileError } from '../files/describe-file-error.js';
import { configFolder } from '../files/paths.js';
import { pluralize } from '../terminal/pluralize.js';
import { thisMachine } from './this-machine.js';

export async function checkPolicyFile(env: NodeJS.ProcessEnv): Promise<CheckResult[]> {
  const file = join(configFolder(env), 'policy.toml');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (typeof text !== 'string') {
    if (text.code === 'ENOENT')
      return [
        {
          ...good('policy', 'no policy file; the built-in preset `balanced` is used'),
          fix: 'clawdefender init',
        },
      ];
    const fix =
      text.code === 'ENOTDIR'
        ? 'use a folder, or remove the file'
        : 'make it readable, or run `clawdefender init --force`';
    return [bad('policy', `the policy cannot be read: ${describeFileError(file, text)}`, fix)];
  }
  const diagnostics = await checkPolicy(text, file, { environment: thisMachine(), now: Date.now() });
  return [loadsOf(diagnostics, file), ...checkModes('policy file', [file, dirname(file)])];
}

function loadsOf(diagnostics: readonly Diagnostic[], file: string): CheckResult {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error)
    return bad('policy', `the policy is invalid: ${formatDiagnostic(error)}`, 'clawdefender policy check');
  // An explicit `default` shows that denying everything is intended. An empty policy file is probably a mistake, and
  // makes every server unusable.
  const empty = diagnostics.find(({ code }) => code === 'no-rules');
  if (empty)
    return bad(
      'policy',
      `${file}: ${empty.message}`,
      'clawdefender init --force     (replaces it with a preset; to deny everything, add `default = "deny"`)',
    );
  if (diagnostics.length === 0) return good('policy', file);
  return good(
    'policy',
    `${file} (${pluralize(diagnostics.length, 'warning')}: \`clawdefender policy check\`)`,
  );
}

/** Returns the problem with the policy, and its fix; undefined if proxies can use the policy. */
export async function findPolicyProblem(
  env: NodeJS.ProcessEnv,
): Promise<{ readonly message: string; readonly words: string } | undefined> {
  const [checked] = await checkPolicyFile(env);
  if (checked === undefined || checked.ok) return undefined;
  const { message, fix } = checked;
  return { message, words: `wrapped servers do not work until this is fixed: ${fix}` };
}
