// Detects attack chains: calls that are harmless on their own but form an attack together. Only calls and responses
// that were forwarded are remembered. A single call that sends a secret to another host counts as a chain as well.

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
import { showPath } from '../text/message-texts.js';
import type { Ask, Call, Context, Reply, SentRequest, ServerNotification, Stage, Verdict } from '../types.js';
import { createContentTest } from './network/written-content.js';
import { sendsUnseen } from './unseen-data.js';

const CONNECT = 32;

export function createChainStage(
  policy: Policy,
  compile: (policy: Policy) => CompiledPolicy,
  engine: () => Engine,
  factsOf: CompiledPolicy['facts'],
): Stage {
  const { chains: settings, responses, injection } = policy.settings;
  // INVARIANT: matching is synchronous, so the functions of a pattern can read the current call from this variable.
  let current: Call | undefined;
  // Caches the last step, because the call that was checked last is usually the next one to be recorded.
  let step: ChainCall | undefined;
  const stepOf = (call: Call, context: Context): ChainCall => {
    if (current !== call || step === undefined) step = toChainCall(call, context, factsOf);
    current = call;
    return step;
  };
  const patterns = settings.pattern.map((pattern) => toPattern(pattern, policy, compile, () => current));
  const chains = createChainDetector({ window: settings.window, patterns });
  const appliesToCall = (call: Call, context: Context) =>
    settings.enabled &&
    call.direction === 'client-to-server' &&
    call.info.class === 'review' &&
    (patterns.length > 0 || doesSomething(call, context));
  /** Returns the secrets in a call that may send data to another machine. Other calls are not searched. */
  const findKeys = (call: Call, context: Context): Awaitable<readonly string[]> => {
    const { tool = '' } = call;
    const leaves =
      stepOf(call, context).effects.includes('connect') ||
      PUBLISHES.test(tool) ||
      isOpenWorld(tool, context.tools);
    if (!leaves) return NO_KEYS;
    const { sensitivity } = injection;
    return whenReady(call.texts.search(engine(), { as: 'argument', sensitivity }, context.clock), (found) => [
      ...found.flatMap(({ text, findings }) => keysIn(text, findings)),
      ...joinedLabels(call).flatMap((text) =>
        keysIn(text, engine().detect(text, { as: 'argument', sensitivity })),
      ),
    ]);
  };
  return {
    name: 'chains',
    request(call, context) {
      if (!appliesToCall(call, context)) return undefined;
      return whenReady(findKeys(call, context), (keys) => {
        const seen = stepOf(call, context);
        const now = millisecondsOf(context);
        const matches = chains.findMatches(context.chains, keys.length > 0 ? withSecret(seen) : seen, now);
        if (matches.length === 0) return undefined;
        return oneQuestion(matches.map((match) => toVerdict(match, settings.action, seen, keys, now)));
      });
    },
    onForwarded(call, context) {
      if (!appliesToCall(call, context)) return;
      chains.record(context.chains, stepOf(call, context), millisecondsOf(context));
    },
    onDelivered(reply, verdicts, context) {
      const { origin } = reply;
      if (!settings.enabled || origin === undefined || origin.info.class !== 'review') return;
      for (const text of privateTexts(reply, verdicts, chains.takePrivateCall(context.chains, keyOf(reply))))
        chains.addPrivateText(context.chains, text, millisecondsOf(context));
      const labels = labelsOf(origin, verdicts, responses);
      if (labels.length > 0)
        chains.addLabels(context.chains, toAnswered(origin, context), labels, millisecondsOf(context));
    },
  };
}

const NO_KEYS: readonly string[] = [];

/** Tools that publish their input without an argument for a host. */
const PUBLISHES = /mail|message|issue|comment|gist|discussion|release|tweet|sms/i;

const withSecret = (step: ChainCall): ChainCall => ({
  ...step,
  labels: PUBLISHES.test(step.tool) ? ['secret_text', 'outside'] : [...step.labels, 'secret_text'],
});

/**
 * Returns true for service keys, private keys and seed phrases. Other passwords and tokens are excluded, because
 * requests to any service contain them.
 */
const isKey = (finding: Finding): boolean =>
  categoryOf(finding) === 'vendor_keys' ||
  /^(?:(?:putty|(?:curve-)?private)-key|seed-phrase)$/.test(finding.detector);

const keysIn = (text: string, findings: readonly Finding[]): readonly string[] =>
  findings.filter(isKey).map(({ start, end }) => text.slice(start, end));

/** Joins the labels of host names: a label has at most 63 characters, so an encoded key needs several labels. */
const joinedLabels = ({ facts, message }: Call): readonly string[] => {
  const names = facts.hosts.map(({ name }) => name).filter((name) => SPLIT_NAME.test(name));
  addSplitNames(message.value, names);
  return names.map((name) => name.split('.').slice(0, -2).join(''));
};

/** Adds the strings of a value, including its keys, that are such names. */
function addSplitNames(value: unknown, names: string[]): void {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') {
      if (next.length >= 40 && next.length <= 253 && SPLIT_NAME.test(next)) names.push(next);
    } else if (Array.isArray(next)) for (const member of next) waiting.push(member);
    else if (typeof next === 'object' && next !== null)
      for (const [key, member] of Object.entries(next)) waiting.push(key, member);
  }
}

/** A name of 40 to 253 characters with at least four labels. */
const SPLIT_NAME = /^(?=.{40,253}$)[\w-]{1,63}(?:\.[\w-]{1,63}){3,}$/;

/** Returns the monotonic time, because setting the system clock forward would end all chains. */
const millisecondsOf = ({ clock }: Context): number => clock.ticks() / 1000;

/** Chains that count calls. Their calls share an approval; otherwise every further call would require another one. */
const COUNTED: ReadonlySet<string> = new Set(['burst', 'sweep']);
const MINUTE = 60_000;

function toVerdict(
  match: ChainMatch,
  otherwise: Settings['chains']['action'],
  { tool, hosts }: ChainCall,
  keys: readonly string[],
  now: number,
): Verdict {
  const details = { rule: match.name, reason: match.reason };
  const action = match.action ?? otherwise;
  if (action === 'log') return { kind: 'note', ...details };
  const [first] = match.steps;
  // Each chain requires one approval. Calls from the same source (or with the same secrets) to the same host belong
  // to one chain.
  const source = match.steps.length > 1 ? `${first?.key} ${first?.time}` : `${tool} ${keys.join(' ')}`;
  // A chain that counts calls requires one approval per minute.
  if (action === 'prompt' && COUNTED.has(match.name))
    return {
      kind: 'ask',
      ...details,
      rule: 'chains',
      topics: [`${match.reason} ${Math.floor(now / MINUTE)}`],
    };
  if (action === 'prompt')
    return keys.length === 0 && match.steps.length < 2
      ? { kind: 'ask', ...details, rule: 'chains' }
      : { kind: 'ask', ...details, rule: 'chains', topics: [`${match.name} ${source} ${hosts.join(' ')}`] };
  return { kind: 'deny', ...details, rule: 'chains', suggestion: match.suggestion };
}

/** Combines the approvals of all chains that a call completes into one. */
function oneQuestion(verdicts: readonly Verdict[]): readonly Verdict[] {
  const asks = verdicts.filter((verdict): verdict is Ask => verdict.kind === 'ask');
  const [first] = asks;
  if (first === undefined || asks.length < 2) return verdicts;
  const { topics: _, ...alone } = first;
  // If one of the approvals applies only to this call, the combined approval does as well.
  const shared = asks.every(({ topics }) => topics !== undefined) && {
    topics: asks.flatMap(({ topics = [] }) => topics),
  };
  const ask: Ask = { ...alone, reason: asks.map(({ reason }) => reason).join('; '), ...shared };
  return [...verdicts.filter(({ kind }) => kind !== 'ask'), ask];
}

const keyOf = ({ message }: Reply | ServerNotification): string =>
  'id' in message ? (message.id?.token ?? '') : '';

/** Returns the texts of a response that must not be sent elsewhere: the whole response, or only the secrets in it. */
function* privateTexts(
  { texts }: Reply | ServerNotification,
  verdicts: readonly Verdict[],
  all: boolean,
): Generator<string> {
  const found = verdicts
    .flatMap(({ findings = [] }) => findings)
    .filter(({ finding: { kind } }) => kind === 'secrets' || kind === 'personal');
  if (!all && found.length === 0) return;
  for (const span of texts.spans) {
    if (span.isKey) continue;
    const here = all ? [] : found.filter(({ where }) => where === showPath(span.path));
    if (!all && here.length === 0) continue;
    const text = texts.textOf(span);
    if (all) yield text;
    else for (const { finding } of here) yield text.slice(finding.start, finding.end);
  }
}

/** Returns false for calls without effects, which no built-in chain contains. */
const doesSomething = ({ facts, tool }: Call, { tools }: Context): boolean =>
  facts.effects !== 0 ||
  facts.paths.length > 0 ||
  facts.hosts.length > 0 ||
  facts.shell !== undefined ||
  isOpenWorld(tool, tools);

const isOpenWorld = (tool: string | undefined, tools: Context['tools']): boolean =>
  tools.annotations(tool ?? '')?.['openWorldHint'] === true;

function toChainCall(call: Call, { peers, tools }: Context, factsOf: CompiledPolicy['facts']): ChainCall {
  const { facts, tool, method, message, texts, event } = call;
  const isMentioned = createContentTest(call, factsOf);
  const hosts = facts.hosts.filter(({ source, text }) => source !== 'content' && !isMentioned(text));
  // A note that contains a URL is stored locally; it is not sent to that URL.
  const goes =
    (facts.effects & CONNECT) === 0 ||
    facts.hosts.length === hosts.length ||
    hosts.length > 0 ||
    (facts.shell !== undefined && (facts.shell.effects & CONNECT) !== 0) ||
    (factsOf({ ...event, params: { name: tool } }).effects & CONNECT) !== 0;
  return {
    key: message.id?.token ?? '',
    tool: tool ?? method,
    server: peers.server,
    effects: effectNames(goes ? facts.effects : facts.effects & ~CONNECT),
    get sent() {
      if (sendsUnseen(facts.shell)) return undefined;
      // The values come first, so that the parts of a secret that is split between values are adjacent.
      return [false, true].flatMap((keys) =>
        texts.spans.filter(({ isKey }) => isKey === keys).map((span) => texts.textOf(span)),
      );
    },
    paths: facts.paths.map(({ text, effects }) =>
      effects === undefined ? { text } : { text, effects: effectNames(effects) },
    ),
    hosts: hosts.map(({ name }) => name),
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

/**
 * Labels the text of a response that the model has seen. Redacted text is excluded, because the model has not seen
 * it.
 */
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

/** Creates a pattern from a configured chain. A step matches calls in the same way as a rule. */
function toPattern(
  { name, steps, within, action }: Settings['chains']['pattern'][number],
  policy: Policy,
  compile: (policy: Policy) => CompiledPolicy,
  current: () => Call | undefined,
): ChainPattern {
  const compiled = steps.map(({ effect, ...match }) => {
    // The match was validated with the policy; it has the same members as the match of a rule.
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
