// Selects the policy for a command. A file in the current folder is read only if it is named, because a
// cloned repository must not choose the policy.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  formatDiagnostic,
  type Policy,
  PRESETS,
  type PresetName,
  parsePolicy,
  presetText,
} from '@claw/policy';
import type { ErrorOutput } from '../diagnostics/diagnostics.js';
import { describeFileError } from '../files/describe-file-error.js';
import { configFolder } from '../files/paths.js';
import { parsedPresets } from './parsed-presets.js';

/** The text of a policy, and its name for messages. */
export interface PolicyText {
  readonly file: string;
  readonly text: string;
  /** True if there is no file and this is the default preset. */
  readonly isBuiltIn?: boolean;
}

/** Reads the policy named on the command line; otherwise the configured policy; otherwise the default preset. */
export async function readPolicyText(
  named: string | undefined,
  output: ErrorOutput,
): Promise<PolicyText | undefined> {
  const file = named ?? join(configFolder(process.env), 'policy.toml');
  try {
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (named === undefined && code === 'ENOENT')
      return { file: 'balanced (built in)', text: presetText('balanced'), isBuiltIn: true };
    output.error(
      code === 'ENOENT'
        ? `No policy at \`${file}\`. ${PRESETS.includes(file as PresetName) ? `To use the preset of this name, run \`clawdefender init --preset ${file}\`.` : 'Check the path.'}`
        : `Cannot read the policy: ${describeFileError(file, error)}`,
    );
    return undefined;
  }
}

/** Reads and parses the policy and prints problems on stderr. */
export async function readPolicy(
  named: string | undefined,
  output: ErrorOutput,
): Promise<Policy | undefined> {
  const found = await readPolicyText(named, output);
  const policy = found && (await parsePolicyText(found, output));
  return policy === undefined || named === undefined ? policy : withSelfProtection(policy);
}

/** Parses the text of a policy and prints problems on stderr. */
export async function parsePolicyText(
  { text, file }: PolicyText,
  output: ErrorOutput,
): Promise<Policy | undefined> {
  const preset = PRESETS.find((name) => presetText(name) === text);
  const known = preset && parsedPresets[preset];
  if (known !== undefined) return JSON.parse(known) as Policy;
  const parsed = await parsePolicy(text, file);
  if (parsed.ok) return parsed.policy;
  for (const diagnostic of parsed.diagnostics) output.error(formatDiagnostic(diagnostic));
  return undefined;
}

/**
 * Turns self protection on. Only the file in the configuration folder can turn it off, not a policy that is named on
 * the command line.
 */
export const withSelfProtection = (policy: Policy): Policy => ({
  ...policy,
  settings: { ...policy.settings, self: { ...policy.settings.self, protect: true } },
});
