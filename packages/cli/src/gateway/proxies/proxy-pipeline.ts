// Builds the pipeline of one proxy on first use, and again when the policy or the rules of the proxy change. The
// previous pipeline is used until the new one is ready.

import type { Pipeline } from '@claw/pipeline';
import { type Guard, parseGuards } from '@claw/policy';
import { buildPipeline } from '../../firewall/build-pipeline.js';
import { thisMachine } from '../../firewall/this-machine.js';
import type { SharedServices } from '../shared-services.js';
import { rulesOf } from './attached-resources.js';

export class ProxyPipeline {
  readonly #parts: SharedServices;
  readonly #proxyId: string;
  readonly #onChange: () => void;
  #current: Pipeline | undefined;
  #building: Promise<void> | undefined;
  #isStale = false;

  constructor(parts: SharedServices, proxyId: string, onChange: () => void) {
    this.#parts = parts;
    this.#proxyId = proxyId;
    this.#onChange = onChange;
  }

  get current(): Pipeline {
    // INVARIANT: `ready` has resolved before the first message.
    return this.#current as Pipeline;
  }

  /** Waits for the first pipeline; undefined if it is ready. Rejects if the pipeline cannot be built. */
  ready(): Promise<void> | undefined {
    return this.#current === undefined ? this.#build() : undefined;
  }

  /** Called when the policy or the rules have changed. Resolves when the new pipeline is active. */
  async update(): Promise<void> {
    if (this.#current === undefined && this.#building === undefined) return;
    this.#isStale = true;
    try {
      await this.#build();
    } catch (error) {
      this.#parts.diagnostics.write({
        level: 'error',
        event: 'rules_invalid',
        message: `Cannot use the changed rules of the proxy \`${this.#proxyId}\`: ${(error as Error).message}. The previous rules stay active.`,
      });
    }
  }

  #build(): Promise<void> {
    this.#building ??= this.#buildAll().finally(() => {
      this.#building = undefined;
    });
    return this.#building;
  }

  async #buildAll(): Promise<void> {
    do {
      this.#isStale = false;
      const { policy, records, resolveLinks, resources } = this.#parts;
      const parsed = await parseGuards(rulesOf(records.current, this.#proxyId));
      if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('; '));
      const rules: readonly Guard[] = parsed.guards;
      const machine = thisMachine({ folders: [] });
      const proxy = { id: this.#proxyId, rules };
      const pipeline = await buildPipeline(policy.policy, machine, resolveLinks, { proxy, resources });
      if (this.#isStale) continue;
      this.#current = pipeline;
      this.#onChange();
    } while (this.#isStale);
  }
}
