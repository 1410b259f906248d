// Checks the additional parameters of sampling requests: context from other servers, a system prompt, and tools.
// Other stages decide whether sampling is allowed, and scan its text.

import type { Settings } from '@claw/policy';
import type { Stage, Verdict } from '../../types.js';

type ConfiguredAction = Settings['sampling']['tools'];

/** Sorted by the amount of context. An unknown value counts as more than all of these. */
const CONTEXTS: readonly unknown[] = ['none', 'thisServer', 'allServers'];

export const createSamplingStage = ({ sampling }: Settings): Stage => ({
  name: 'sampling',
  request({ method, params }) {
    if (method !== 'sampling/createMessage') return undefined;
    const { includeContext = 'none', systemPrompt, tools, toolChoice } = params;
    const requested = CONTEXTS.indexOf(includeContext);
    if (requested === -1 || requested > CONTEXTS.indexOf(sampling.include_context)) return TOO_MUCH_CONTEXT;
    const verdicts = [
      systemPrompt === undefined
        ? undefined
        : verdictFor(sampling.system_prompt, 'sampling.system_prompt', 'contains a system prompt'),
      tools === undefined && toolChoice === undefined
        ? undefined
        : verdictFor(sampling.tools, 'sampling.tools', 'contains tools for the model'),
    ];
    return verdicts.filter((verdict) => verdict !== undefined);
  },
});

const TOO_MUCH_CONTEXT: Verdict = {
  kind: 'deny',
  rule: 'sampling.include_context',
  reason: 'the server requests more conversation context than `sampling.include_context` allows',
  suggestion: 'send the request without `includeContext`',
};

function verdictFor(word: ConfiguredAction, rule: string, what: string): Verdict | undefined {
  const details = { rule, reason: `the sampling request ${what}` };
  if (word === 'allow') return undefined;
  if (word === 'log') return { kind: 'note', ...details };
  return word === 'prompt' ? { kind: 'ask', ...details } : { kind: 'deny', ...details };
}
