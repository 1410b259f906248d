// Implements `policy learn`: generates a policy that allows only calls that were logged as allowed. The policy is
// printed, never installed.

import { compilePolicy, convertPolicy, loadPolicy, type Policy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { defineCommand, exitCode } from '../../../command-line/command.js';
import { createLinkResolver, longTimeout } from '../../../files/resolve-links.js';
import { thisMachine } from '../../../firewall/this-machine.js';
import { pluralize } from '../../../terminal/pluralize.js';
import { createIndexProgress } from '../../audit/index-progress.js';
import { type ReplayOptions, readLoggedCalls } from '../replay/replay-calls.js';
import { createReplayDecision } from '../replay/replay-decision.js';
import { describeSpan, parseReplayOptions, replayOptions } from '../replay/replay-options.js';
import { type LearnedRule, learnExactRules, learnRules, type SeenCall } from './learned-rules.js';

export const learn = defineCommand({
  name: 'policy learn',
  summary: 'generate a policy that allows only the logged calls',
  usage: ['[--since TIME] [--server NAME] [--json]'],
  options: {
    ...replayOptions,
    json: { kind: 'flag', summary: 'print the policy and the call counts as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'policy learn --since 7d > learnt.toml', note: 'from the calls in the last week' },
    { command: 'policy replay --policy learnt.toml', note: 'show what the policy would change' },
  ],
  async run({ options, output }) {
    const question = parseReplayOptions(options, output);
    if (question === undefined) return exitCode.usageError;
    const progress = createIndexProgress();
    const { calls, refused } = await readSeenCalls({ ...question, onProgress: progress.add });
    progress.end();
    if (calls.length === 0) {
      output.error(
        `No allowed calls were logged ${describeSpan(options.since)}. Use a longer time (\`--since 30d\`), or use the proxy first.`,
      );
      return exitCode.failure;
    }
    const { home = '' } = thisMachine();
    const rules = learnRules(calls, home);
    const missed = await notAllowed(toPolicy(await emptyPolicy(), rules), calls);
    rules.push(...learnExactRules(missed));
    const policy = toPolicy(await emptyPolicy(), rules);
    const uncovered = await notAllowed(policy, calls);
    const numbers = { learnt: total(calls), uncovered: total(uncovered), refused };
    const policyText = await write(policy, rules, uncovered, {
      ...numbers,
      span: describeSpan(options.since),
    });
    output.result({ json: { policy: policyText, ...numbers }, text: () => policyText.trimEnd() });
    return exitCode.success;
  },
});

const total = (calls: readonly SeenCall[]) => calls.reduce((sum, { count }) => sum + count, 0);

const emptyPolicy = () => loadPolicy('default = "deny"\n', 'learnt');

/** Returns the allowed calls, with identical calls counted together, and the number of all other calls. */
async function readSeenCalls(options: ReplayOptions): Promise<{ calls: SeenCall[]; refused: number }> {
  const machine = thisMachine();
  const resolveLinks = createLinkResolver({ limit: longTimeout });
  const shell = await loadShell();
  const empty = await emptyPolicy();
  const seen = new Map<string, SeenCall>();
  let refused = 0;
  for await (const { record, event, environment, doubt } of readLoggedCalls(options)) {
    if (record.decision !== 'allow' && record.decision !== 'log') {
      refused += 1;
      continue;
    }
    const key = JSON.stringify([event, environment]);
    const known = seen.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.last = record.time;
      continue;
    }
    const engine = compilePolicy(empty, { environment: { ...machine, ...environment }, shell });
    const { facts, pathsToResolve } = engine.prepare(event);
    const paths = pathsToResolve();
    const real = await resolveLinks(paths);
    seen.set(key, {
      event,
      environment,
      facts,
      paths: [...new Set([...paths, ...(real?.values() ?? [])])],
      isPartial: doubt !== undefined,
      count: 1,
      last: record.time,
    });
  }
  return { calls: [...seen.values()], refused };
}

function toPolicy(empty: Policy, learnt: readonly LearnedRule[]): Policy {
  return { ...empty, rules: learnt.map(({ rule }, index) => ({ ...rule, name: `learnt-${index + 1}` })) };
}

/** Returns logged calls that the new policy would not allow. */
async function notAllowed(policy: Policy, calls: readonly SeenCall[]): Promise<SeenCall[]> {
  const judge = createReplayDecision(policy, createLinkResolver({ limit: longTimeout }));
  const missed: SeenCall[] = [];
  for (const call of calls) {
    const { decision } = await judge(call.event, call.environment);
    if (decision !== 'allow' && decision !== 'log') missed.push(call);
  }
  return missed;
}

async function write(
  policy: Policy,
  learnt: readonly LearnedRule[],
  uncovered: readonly SeenCall[],
  numbers: {
    readonly learnt: number;
    readonly uncovered: number;
    readonly refused: number;
    readonly span: string;
  },
): Promise<string> {
  const { text } = await convertPolicy(policy, 'ordered');
  // INVARIANT: the TOML strings that we write contain no line ends, so this text occurs only at the start of a rule.
  const [head = '', ...rules] = text.split('[[rule]]\n');
  const comments = [
    `# Generated from ${pluralize(numbers.learnt, 'allowed call')} ${numbers.span}. Review it before use: it also allows calls that should have been denied.`,
    `# Not included: ${pluralize(numbers.refused, 'call')} that the policy or the user denied, or that were not approved in time.`,
    ...(uncovered.length === 0 ? [] : [`# Not covered: ${pluralize(numbers.uncovered, 'allowed call')}:`]),
    ...uncovered.slice(0, 20).map((call) => `#   ${describe(call)}`),
  ];
  return [
    `${comments.join('\n')}\n${head}`,
    ...rules.map((rule, index) => `# ${count(learnt[index])}\n[[rule]]\n${rule}`),
  ].join('');
}

const count = (learnt: LearnedRule | undefined) =>
  `${pluralize(learnt?.calls ?? 0, 'call')}, the last ${learnt?.last ?? ''}`;

const describe = ({ event, facts, isPartial, count: times }: SeenCall) =>
  JSON.stringify(
    `${event.server ?? ''}/${facts.tool ?? event.method}, ${times}×${isPartial ? ': the log entry is incomplete' : ': no pattern covers it'}`,
  ).slice(1, -1);
