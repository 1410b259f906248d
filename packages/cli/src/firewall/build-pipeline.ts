// Compiles a policy into a pipeline for one machine.

import { createHash } from 'node:crypto';
import { createPipeline, type Pipeline, type PipelineOptions } from '@claw/pipeline';
import { compilePolicy, type Environment, foldersToResolve, type Guard, type Policy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { longTimeout, type ResolveLinks } from '../files/resolve-links.js';
import { loadSandbox } from '../guards/sandbox.js';
import { loadUserPatterns } from './user-patterns.js';

/** Builds the pipeline for a policy on one machine. */
export async function buildPipeline(
  policy: Policy,
  environment: Environment,
  resolveLinks: ResolveLinks | undefined,
  gateway: Pick<PipelineOptions, 'proxy' | 'resources'> = {},
): Promise<Pipeline> {
  const guards = [...policy.settings.guard, ...(gateway.proxy?.rules ?? [])];
  const shell = await loadShell();
  const links = await resolveLinks?.(foldersToResolve(policy, environment), longTimeout);
  const patterns = await loadUserPatterns(policy, gateway.proxy?.rules);
  const sandbox = guards.some(isFunction) ? await loadSandbox() : undefined;
  return createPipeline(policy, {
    ...gateway,
    ...(patterns && { patterns }),
    ...(sandbox && { sandbox }),
    compile: (one) => compilePolicy(one, { environment, shell, ...(links && { links }) }),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  });
}

const isFunction = ({ rule_type: type, enabled }: Guard): boolean => type === 'lambda' && enabled !== false;
