// The policy that holds, from its file to the pipeline that decides, and again whenever the file changes. A file that
// cannot be used stops the start; later it changes nothing but stderr.

import { join } from 'node:path';
import type { Pipeline } from '@claw/pipeline';
import type { Policy } from '@claw/policy';
import { thisMachine } from '../commands/policy/policy-file.js';
import type { FollowLinks } from '../links.js';
import { configFolder } from '../places.js';
import { watchText } from '../watch.js';
import { buildPipeline } from './build-pipeline.js';
import { type PolicyRequest, parseUsable, type UsablePolicy } from './usable-policy.js';

export interface EnforcementRequest extends PolicyRequest {
  readonly usable: UsablePolicy;
  readonly followLinks: FollowLinks;
  /** Folders of the server's own, in which it may read relative paths. */
  readonly folders: readonly string[];
}

/** What decides now: `policy` and `pipeline` always belong together, and change at once. */
export interface PolicyInForce {
  readonly policy: Policy;
  /** The file, or what to call the preset. */
  readonly source: string;
  readonly pipeline: () => Pipeline;
  /** Calls back when another policy holds. */
  onChange(act: () => void): void;
  /** Stops following the file. */
  close(): void;
}

/** Puts a policy in force, and after it whatever its file says later. */
export async function enforcePolicy(request: EnforcementRequest): Promise<PolicyInForce> {
  const { server, named, output, usable, folders } = request;
  const { policy, text: firstText, source, isBuiltIn } = usable;
  let held = { policy, pipeline: await buildPipeline(policy, thisMachine({ folders }), request.followLinks) };
  const listeners: (() => void)[] = [];
  const file = named ?? join(configFolder(process.env), 'policy.toml');
  const change = async (text: string) => {
    const next = await build(text, file, request);
    if (next === undefined) {
      output.complain(`${server}: the policy in \`${file}\` cannot be used; the one before still holds`);
      return;
    }
    held = next;
    for (const act of listeners) act();
    output.complain(`${server}: the policy in \`${file}\` has changed and holds now`);
  };
  const stop = watchText(file, isBuiltIn ? undefined : firstText, {
    onText: oneByOne(change),
    onMissing() {
      if (!isBuiltIn) output.complain(`${server}: \`${file}\` is gone; its policy still holds`);
    },
  });
  return {
    get policy() {
      return held.policy;
    },
    source,
    pipeline: () => held.pipeline,
    onChange: (act) => listeners.push(act),
    close: stop,
  };
}

/** Everything that a policy needs to hold; undefined when something is wrong with it, which is on stderr then. */
async function build(text: string, file: string, request: EnforcementRequest) {
  try {
    const policy = await parseUsable(text, file, request);
    const machine = thisMachine({ folders: request.folders });
    return policy && { policy, pipeline: await buildPipeline(policy, machine, request.followLinks) };
  } catch (error) {
    request.output.complain(`${file}: ${(error as Error).message}`);
    return undefined;
  }
}

/** Building takes time, and files change meanwhile: one after the other, and the newest text last. */
function oneByOne(change: (text: string) => Promise<void>): (text: string) => void {
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
