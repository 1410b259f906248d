// Calls that are harmless one by one and an attack together. Only calls that pass are remembered; what their answers
// showed is learnt when the answers have passed, too. A call that sends a secret away is a chain of its own.

import {
  type Step as ChainCall,
  type ChainMatch,
  type ChainPattern,
  type ContentLabel,
  categoryOf,
  createChainDetector,
  type Engine,
  type Finding,
} from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import { type CompiledPolicy, effectNames, type Match, type Policy, type Settings } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import type { Call, Context, SentRequest, Stage, Verdict } from '../types.js';

const CONNECT = 32;

export function createChainStage(
  policy: Policy,
  compile: (policy: Policy) => CompiledPolicy,
  engine: () => Engine,
): Stage {
  const { chains: settings, responses, injection } = policy.settings;
  // INVARIANT: looking is synchronous, so that a pattern's steps may ask about the call at hand.
  let current: Call | undefined;
  // What is looked at is usually what is recorded next.
  let step: ChainCall | undefined;
  const stepOf = (call: Call, context: Context): ChainCall => {
    if (current !== call || step === undefined) step = toChainCall(call, context);
    current = call;
    return step;
  };
  const patterns = settings.pattern.map((pattern) => toPattern(pattern, policy, compile, () => current));
  const chains = createChainDetector({ window: settings.window, patterns });
  const isMeant = (call: Call, context: Context) =>
    settings.enabled &&
    call.direction === 'client-to-server' &&
    call.info.class === 'review' &&
    (patterns.length > 0 || doesSomething(call, context));
  /** Whether a call that may leave this machine holds a secret. The others are not searched. */
  const carriesSecret = (call: Call, { tools, clock }: Context): Awaitable<boolean> => {
    const { facts, tool = '' } = call;
    if ((facts.effects & CONNECT) === 0 && !PUBLISHES.test(tool) && !isOpenWorld(tool, tools)) return false;
    const { sensitivity } = injection;
    return whenReady(call.texts.search(engine(), { as: 'argument', sensitivity }, clock), (found) =>
      found.some(({ findings }) => findings.some(isKey)),
    );
  };
  return {
    name: 'chains',
    request(call, context) {
      if (!isMeant(call, context)) return undefined;
      return whenReady(carriesSecret(call, context), (isSecret) => {
        const seen = stepOf(call, context);
        const matches = chains.findMatches(
          context.chains,
          isSecret ? withSecret(seen) : seen,
          millisecondsOf(context),
        );
        return matches.length === 0 ? undefined : matches.map((match) => toVerdict(match, settings.action));
      });
    },
    onForwarded(call, context) {
      if (!isMeant(call, context)) return;
      chains.record(context.chains, stepOf(call, context), millisecondsOf(context));
    },
    onDelivered({ origin }, verdicts, context) {
      if (!settings.enabled || origin === undefined || origin.info.class !== 'review') return;
      const labels = labelsOf(origin, verdicts, responses);
      if (labels.length > 0)
        chains.addLabels(context.chains, toAnswered(origin, context), labels, millisecondsOf(context));
    },
  };
}

/** Tools that show what they are given to others, although they name no host. */
const PUBLISHES = /mail|message|issue|comment|gist|discussion|release|tweet|sms/i;

const withSecret = (step: ChainCall): ChainCall => ({
  ...step,
  labels: PUBLISHES.test(step.tool) ? ['secret_text', 'outside'] : [...step.labels, 'secret_text'],
});

/** Keys of services, and private ones. Passwords and tokens in general are what requests to any service are made with. */
const isKey = (finding: Finding): boolean =>
  categoryOf(finding) === 'vendor_keys' || /^(?:putty|(?:curve-)?private)-key$/.test(finding.detector);

/** By the clock that never goes back: one that is put forward would break off every chain. */
const millisecondsOf = ({ clock }: Context): number => clock.ticks() / 1000;

function toVerdict(match: ChainMatch, otherwise: Settings['chains']['action']): Verdict {
  const said = { rule: match.name, reason: match.reason };
  const action = match.action ?? otherwise;
  if (action === 'log') return { kind: 'note', ...said };
  if (action === 'prompt') return { kind: 'ask', ...said, rule: 'chains' };
  return { kind: 'deny', ...said, rule: 'chains', suggestion: match.suggestion };
}

/** No built-in chain has a place for a call that touches nothing. */
const doesSomething = ({ facts, tool }: Call, { tools }: Context): boolean =>
  facts.effects !== 0 ||
  facts.paths.length > 0 ||
  facts.hosts.length > 0 ||
  facts.shell !== undefined ||
  isOpenWorld(tool, tools);

const isOpenWorld = (tool: string | undefined, tools: Context['tools']): boolean =>
  tools.annotations(tool ?? '')?.['openWorldHint'] === true;

function toChainCall({ facts, tool, method, message }: Call, { peers, tools }: Context): ChainCall {
  return {
    key: message.id?.token ?? '',
    tool: tool ?? method,
    server: peers.server,
    effects: effectNames(facts.effects),
    paths: facts.paths.map(({ text, effects }) =>
      effects === undefined ? { text } : { text, effects: effectNames(effects) },
    ),
    hosts: facts.hosts.filter(({ source }) => source !== 'content').map(({ name }) => name),
    commands: (facts.shell?.invocations ?? []).map(({ words }) => ({ program: words[0] ?? '', words })),
    labels: isOpenWorld(tool, tools) ? ['outside'] : [],
  };
}

const toAnswered = ({ tool, method }: SentRequest, { peers }: Context): ChainCall => ({
  key: '',
  tool: tool ?? method,
  server: peers.server,
  effects: [],
  paths: [],
  hosts: [],
  commands: [],
  labels: [],
});

/** What an answer has shown to the model: what was redacted was not shown. */
function labelsOf(
  about: SentRequest,
  verdicts: readonly Verdict[],
  { secrets, personal }: Settings['responses'],
): ContentLabel[] {
  const findings = verdicts.flatMap((verdict) => verdict.findings ?? []);
  const shows = (kind: string, treatment: string) =>
    (treatment === 'log' || treatment === 'off') && findings.some(({ finding }) => finding.kind === kind);
  const labels: ContentLabel[] = [];
  if (shows('secrets', secrets)) labels.push('secret_text');
  if (shows('personal', personal)) labels.push('personal_text');
  if ((about.effects & CONNECT) !== 0 || findings.some(({ finding }) => finding.kind === 'injection'))
    labels.push('untrusted_text');
  return labels;
}

/** A step of a configured chain is a rule's match: the same patterns, the same readings. */
function toPattern(
  { name, steps, within, action }: Settings['chains']['pattern'][number],
  policy: Policy,
  compile: (policy: Policy) => CompiledPolicy,
  current: () => Call | undefined,
): ChainPattern {
  const compiled = steps.map(({ effect, ...match }) => {
    // Validated with the rest of the policy: its members are those of a rule's match.
    const named = (Object.keys(match).length > 0 ? match : { any: true }) as Match;
    const rule = { name: 'step', action: 'deny' as const, enabled: true, source: [], match: named };
    const settings = { ...policy.settings, self: { protect: false } };
    return { effect, step: compile({ dialect: 'ordered', default: 'allow', rules: [rule], settings }) };
  });
  return {
    name,
    steps: compiled.map(({ effect, step }) => ({
      ...(effect !== undefined && { effects: effect }),
      matches() {
        const call = current();
        return call === undefined || step.evaluate(call.event).rule === 'step';
      },
    })),
    ...(within !== undefined && { within }),
    ...(action !== undefined && { action }),
  };
}
