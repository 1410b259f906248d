// Reads the files that `mcp_resource` guards serve. They are read together with the policy, so that a reload reads them
// again.

import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Guard, Policy } from '@claw/policy';
import { describeFileError } from '../files/describe-file-error.js';
import { homeFolder } from '../files/home-folder.js';

const LARGEST = 1024 * 1024;

/** The reason why a file cannot be served, and the guard that names the file. */
export interface ResourceFileProblem {
  readonly index: number;
  readonly message: string;
}

/**
 * Returns the policy with the content of the files instead of their names. Relative paths are resolved against the
 * folder of the policy.
 */
export async function readResourceFiles(
  policy: Policy,
  policyFile: string,
): Promise<{ readonly policy: Policy; readonly problems: readonly ResourceFileProblem[] }> {
  const { settings } = policy;
  if (!settings.guard.some(({ file }) => typeof file === 'string')) return { policy, problems: [] };
  const problems: ResourceFileProblem[] = [];
  const guard = await Promise.all(
    settings.guard.map(async (one, index): Promise<Guard> => {
      const { file, ...rest } = one;
      if (typeof file !== 'string' || one['enabled'] === false) return one;
      const path = resolve(dirname(policyFile), file.replace(/^~(?=[\\/])/, homeFolder()));
      const read = await readText(path);
      if ('problem' in read) problems.push({ index, message: read.problem });
      return { ...rest, rule_type: one.rule_type, content: 'text' in read ? read.text : '' };
    }),
  );
  return { policy: { ...policy, settings: { ...settings, guard } }, problems };
}

async function readText(path: string): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST) return { problem: `\`${path}\` is larger than 1 MiB` };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    if (error instanceof TypeError) return { problem: `\`${path}\` is not UTF-8 text` };
    return { problem: describeFileError(path, error) };
  }
}
