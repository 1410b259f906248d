// Loads and compiles the policy file into a pipeline, and does so again whenever the file changes. An invalid file
// prevents start-up; an invalid change is reported, and the previous policy stays active.

import { join } from 'node:path';
import type { Pipeline } from '@claw/pipeline';
import type { Policy } from '@claw/policy';
import { configFolder } from '../files/paths.js';
import type { ResolveLinks } from '../files/resolve-links.js';
import { watchFile } from '../files/watch-file.js';
import { buildPipeline } from './build-pipeline.js';
import { type LoadedPolicy, type PolicyRequest, parseEnforceable } from './load-policy.js';
import { thisMachine } from './this-machine.js';
import { usedFiles } from './used-files.js';

export interface ActivationRequest extends PolicyRequest {
  readonly loaded: LoadedPolicy;
  readonly resolveLinks: ResolveLinks;
  /** The folders in which the server may resolve relative paths. */
  readonly folders: readonly string[];
}

/** The active policy. `policy` and `pipeline` always belong together and change together. */
export interface ActivePolicy {
  readonly policy: Policy;
  /** The policy file, or the name of the preset. */
  readonly source: string;
  readonly pipeline: () => Pipeline;
  /** Calls back when another policy becomes active. */
  onChange(act: () => void): void;
  /** Stops watching the policy file. */
  close(): void;
}

/** Activates a loaded policy, and each later valid version of its file. */
export async function activatePolicy(request: ActivationRequest): Promise<ActivePolicy> {
  const { named, diagnostics, loaded, folders } = request;
  const { policy, text: firstText, source, isBuiltIn } = loaded;
  const machine = thisMachine({ folders }, usedFiles(policy, named));
  let active = { policy, pipeline: await buildPipeline(policy, machine, request.resolveLinks) };
  const listeners: (() => void)[] = [];
  const file = named ?? join(configFolder(process.env), 'policy.toml');
  const change = async (text: string) => {
    const next = await build(text, file, request);
    if (next === undefined) {
      diagnostics.write({
        level: 'error',
        event: 'policy_invalid',
        message: `Did not reload \`${file}\`: the policy is invalid. The previous policy stays active.`,
        fields: { file },
      });
      return;
    }
    active = next;
    for (const act of listeners) act();
    diagnostics.write({
      level: 'info',
      event: 'policy_reloaded',
      message: `Reloaded the policy \`${file}\`.`,
      fields: { file },
    });
  };
  const stop = watchFile(file, isBuiltIn ? undefined : firstText, {
    onText: inOrder(change),
    onMissing() {
      if (!isBuiltIn)
        diagnostics.write({
          level: 'warn',
          event: 'policy_removed',
          message: `The policy file \`${file}\` was removed or cannot be read. Its last version stays active.`,
          fields: { file },
        });
    },
  });
  return {
    get policy() {
      return active.policy;
    },
    source,
    pipeline: () => active.pipeline,
    onChange: (act) => listeners.push(act),
    close: stop,
  };
}

/** Parses and compiles a policy; undefined if the policy is invalid. The problem is reported. */
async function build(text: string, file: string, request: ActivationRequest) {
  try {
    const policy = await parseEnforceable(text, file, request);
    if (policy === undefined) return undefined;
    const machine = thisMachine({ folders: request.folders }, usedFiles(policy, request.named));
    return { policy, pipeline: await buildPipeline(policy, machine, request.resolveLinks) };
  } catch (error) {
    request.output.error(`${file}: ${(error as Error).message}`);
    return undefined;
  }
}

/** Runs changes one after another. While a change runs, only the newest text is kept for the next change. */
function inOrder(change: (text: string) => Promise<void>): (text: string) => void {
  let newest: string | undefined;
  let busy = false;
  const work = async () => {
    busy = true;
    while (newest !== undefined) {
      const text = newest;
      newest = undefined;
      await change(text);
    }
    busy = false;
  };
  return (text) => {
    newest = text;
    if (!busy) void work();
  };
}
