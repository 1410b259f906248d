// From a policy to what decides: compiled for one machine, with everything that compiling needs.

import { createHash } from 'node:crypto';
import { createPipeline, type Pipeline } from '@claw/pipeline';
import { compilePolicy, type Environment, foldersOfPolicy, type Policy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { type FollowLinks, unhurried } from '../links.js';
import { loadUserPatterns } from './user-patterns.js';

/** The pipeline of a policy on one machine. */
export async function buildPipeline(
  policy: Policy,
  environment: Environment,
  followLinks: FollowLinks | undefined,
): Promise<Pipeline> {
  const shell = await loadShell();
  const links = await followLinks?.(foldersOfPolicy(policy, environment), unhurried);
  const patterns = await loadUserPatterns(policy);
  return createPipeline(policy, {
    ...(patterns && { patterns }),
    compile: (one) => compilePolicy(one, { environment, shell, ...(links && { links }) }),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
}
