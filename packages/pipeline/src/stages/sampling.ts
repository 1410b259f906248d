// What a server may want of the client's model beside an answer: the words of other servers, a system prompt of its own,
// tools. Whether it may ask at all, and what its words say, is judged elsewhere.

import type { Settings } from '@claw/policy';
import { always, type Stage, type Verdict } from '../types.js';

type Word = Settings['sampling']['tools'];

/** The more a server asks for, the later. What is not in this list is more than anything. */
const CONTEXTS: readonly unknown[] = ['none', 'thisServer', 'allServers'];

export const createSamplingStage = ({ sampling }: Settings): Stage => ({
  name: 'sampling',
  holdsForAlikeCalls: always,
  request({ method, params }) {
    if (method !== 'sampling/createMessage') return undefined;
    const { includeContext = 'none', systemPrompt, tools, toolChoice } = params;
    const asked = CONTEXTS.indexOf(includeContext);
    if (asked === -1 || asked > CONTEXTS.indexOf(sampling.include_context)) return TOO_MUCH_CONTEXT;
    const verdicts = [
      systemPrompt === undefined
        ? undefined
        : byWord(sampling.system_prompt, 'sampling.system_prompt', 'brings a system prompt of its own'),
      tools === undefined && toolChoice === undefined
        ? undefined
        : byWord(sampling.tools, 'sampling.tools', 'brings tools for the model'),
    ];
    return verdicts.filter((verdict) => verdict !== undefined);
  },
});

const TOO_MUCH_CONTEXT: Verdict = {
  kind: 'deny',
  rule: 'sampling.include_context',
  reason: 'the server asks for more of the conversation than it may have',
  suggestion: 'ask without `includeContext`',
};

function byWord(word: Word, rule: string, what: string): Verdict | undefined {
  const said = { rule, reason: `the server's question for the model ${what}` };
  if (word === 'allow') return undefined;
  if (word === 'log') return { kind: 'note', ...said };
  return word === 'prompt' ? { kind: 'ask', ...said } : { kind: 'deny', ...said };
}
