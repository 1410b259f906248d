// Which policy a command is about, and the machine that it is judged for. Nothing is read from the current directory
// unless it was named: a cloned repository must not be able to choose the policy.

import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type Environment, formatDiagnostic, type Policy, parsePolicy, presetText } from '@claw/policy';
import type { Output } from '../../output.js';

/** A policy's text and the name to call it by. */
export interface PolicyText {
  readonly file: string;
  readonly text: string;
}

/** The folder with our configuration. A relative one is ignored: it would follow the current directory. */
export function configFolder(env: NodeJS.ProcessEnv): string {
  const own = env['CLAWDEFENDER_HOME'];
  if (own !== undefined && isAbsolute(own)) return own;
  const shared = env['XDG_CONFIG_HOME'];
  return join(
    shared !== undefined && isAbsolute(shared) ? shared : join(homedir(), '.config'),
    'clawdefender',
  );
}

/** The folder with our state, by the same rules. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const own = env['CLAWDEFENDER_HOME'];
  if (own !== undefined && isAbsolute(own)) return own;
  const shared = env['XDG_STATE_HOME'];
  return join(
    shared !== undefined && isAbsolute(shared) ? shared : join(homedir(), '.local', 'state'),
    'clawdefender',
  );
}

/** This machine, as paths are judged. */
export const thisMachine = (): Environment => ({
  platform: process.platform,
  home: homedir(),
  cwd: process.cwd(),
  protectedPaths: [...new Set([configFolder(process.env), stateFolder(process.env)])],
});

/** Reads the named policy, else the configured one, else the preset that is used without one. */
export async function readPolicyText(
  named: string | undefined,
  output: Output,
): Promise<PolicyText | undefined> {
  const file = named ?? join(configFolder(process.env), 'policy.toml');
  try {
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (named === undefined && code === 'ENOENT')
      return { file: 'balanced (built in)', text: presetText('balanced') };
    output.complain(
      code === 'ENOENT' ? `no policy at \`${file}\`; check the path` : `cannot read \`${file}\`: ${message}`,
    );
    return undefined;
  }
}

/** The policy itself; what is wrong with it goes to stderr. */
export async function readPolicy(named: string | undefined, output: Output): Promise<Policy | undefined> {
  const found = await readPolicyText(named, output);
  if (found === undefined) return undefined;
  const parsed = await parsePolicy(found.text, found.file);
  if (parsed.ok) return parsed.policy;
  for (const diagnostic of parsed.diagnostics) output.complain(formatDiagnostic(diagnostic));
  return undefined;
}
