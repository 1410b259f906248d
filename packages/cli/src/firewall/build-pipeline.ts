// Compiles a policy into a pipeline for one machine.

import { createHash } from 'node:crypto';
import { createPipeline, type Pipeline } from '@claw/pipeline';
import { compilePolicy, type Environment, foldersToResolve, type Policy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { longTimeout, type ResolveLinks } from '../files/resolve-links.js';
import { loadUserPatterns } from './user-patterns.js';

/** The pipeline of a policy on one machine. */
export async function buildPipeline(
  policy: Policy,
  environment: Environment,
  resolveLinks: ResolveLinks | undefined,
): Promise<Pipeline> {
  const shell = await loadShell();
  const links = await resolveLinks?.(foldersToResolve(policy, environment), longTimeout);
  const patterns = await loadUserPatterns(policy);
  return createPipeline(policy, {
    ...(patterns && { patterns }),
    compile: (one) => compilePolicy(one, { environment, shell, ...(links && { links }) }),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
}
