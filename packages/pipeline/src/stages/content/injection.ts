// Detects prompt injection in messages from a client to a server, and in requests from a server to a client.

import type { Engine, Finding } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import {
  createSearch,
  type FindingAction,
  locate,
  pickFindings,
  verdictOnFindings,
} from '../../findings/finding-verdicts.js';
import { isOfPattern, patternsByName } from '../../findings/user-patterns.js';
import { matchesName } from '../../name-lists.js';
import type { Clock } from '../../ports.js';
import type { TextFindings } from '../../text/message-texts.js';
import type { Call, Stage, Verdict } from '../../types.js';
import { isQuotedIn, writesDocument } from './quoted-examples.js';

const REASON = 'the text contains instructions to the model';
/**
 * A detector of commands that send a secret file. Such commands contain no instructions to a model, so they have
 * their own suggestion.
 */
const SENDS_FILE = 'secret-file-in-command';
const SENDS_FILE_SUGGESTION = 'leave the file out; ask the user if it has to be sent';

const REASON_QUOTED = 'the document quotes instructions to the model';
const SUGGESTION = 'send the data without text that addresses the model';

export function createInjectionStage(
  { injection, sampling, responses }: Settings,
  engine: () => Engine,
): Stage {
  const isExcluded = matchesName(injection.exclude_tools);
  const { sensitivity } = injection;
  const reads = (place: (typeof injection.in)[number]) => injection.enabled && injection.in.includes(place);
  const inArguments = reads('arguments');
  const inSampling = reads('sampling');

  const patternOf = patternsByName(injection.pattern);

  const judgeArguments = (found: readonly TextFindings[]): readonly Verdict[] => {
    const builtIn = pickFindings(
      found,
      (finding) => !isOfPattern(finding) && finding.detector !== SENDS_FILE,
    );
    const sent = pickFindings(found, ({ detector }) => detector === SENDS_FILE);
    return [
      ...byAction(injection.action, 'injection', REASON, builtIn),
      ...byAction(injection.action, 'exfiltration', describeSent(sent), sent, SENDS_FILE_SUGGESTION),
      ...injection.pattern.flatMap((pattern) => {
        const own = pickFindings(found, (finding) => patternOf(finding) === pattern);
        const reason = `the text matches the pattern \`${pattern.name}\``;
        return byAction(pattern.action ?? injection.action, `injection.${pattern.name}`, reason, own);
      }),
    ];
  };

  /** An attack that a written document only quotes is logged, but not denied. */
  const judgeCall = (call: Call, found: readonly TextFindings[]): readonly Verdict[] => {
    if (!writesDocument(call)) return judgeArguments(found);
    const isExample = isQuotedIn(call);
    const isBuiltIn = (finding: Finding) => !isOfPattern(finding) && finding.detector !== SENDS_FILE;
    const quoted = pickFindings(found, (finding, text) => isBuiltIn(finding) && isExample(finding, text));
    const others = pickFindings(found, (finding, text) => !(isBuiltIn(finding) && isExample(finding, text)));
    return [...byAction('log', 'injection', REASON_QUOTED, quoted), ...judgeArguments(others)];
  };

  const judgeQuestion = (
    call: Call,
    found: readonly TextFindings[],
    clock: Clock,
  ): Awaitable<Verdict | undefined> => {
    const isSampling = call.method === 'sampling/createMessage';
    const action: FindingAction = isSampling ? sampling.injection : responses.injection;
    const rule = isSampling ? 'sampling.injection' : 'responses.injection';
    const search = createSearch(engine(), { as: 'result', sensitivity }, clock, () => true);
    return verdictOnFindings(call.texts, found, { rule, reason: REASON, action }, search, clock);
  };

  return {
    name: 'injection',
    request(call, { clock }) {
      const fromServer = call.direction === 'server-to-client';
      if (!(fromServer ? inSampling : inArguments) || !carriesText(call)) return undefined;
      if (!fromServer && isExcluded(call.tool)) return undefined;
      const as = fromServer ? 'result' : 'argument';
      const searched = call.texts.search(engine(), { as, sensitivity }, clock);
      return whenReady(searched, (all): Awaitable<Verdict | readonly Verdict[] | undefined> => {
        if (all.length === 0) return undefined;
        const found = pickFindings(all, ({ kind }) => kind === 'injection');
        if (found.length === 0) return undefined;
        return fromServer ? judgeQuestion(call, found, clock) : judgeCall(call, found);
      });
    },
  };
}

function byAction(
  action: Settings['injection']['action'],
  rule: string,
  reason: string,
  found: readonly TextFindings[],
  suggestion = SUGGESTION,
): readonly Verdict[] {
  if (found.length === 0) return [];
  const details = { rule, reason, findings: locate(found) };
  if (action === 'log') return [{ kind: 'note', ...details }];
  if (action === 'prompt') return [{ kind: 'ask', ...details }];
  return [{ kind: 'deny', ...details, suggestion }];
}

function describeSent(found: readonly TextFindings[]): string {
  const { text, findings } = found[0] ?? {};
  const [finding] = findings ?? [];
  const excerpt = finding === undefined ? '' : (text ?? '').slice(finding.start, finding.end);
  return `the command sends a file that holds secrets to another host: \`${excerpt.replace(/\s+/g, ' ').slice(0, 100)}\``;
}

/**
 * Returns true for methods that are subject to the policy and for unknown methods. Other protocol methods contain no
 * free text.
 */
export const carriesText = ({ info }: Call): boolean =>
  info.class === 'review' || (!info.known && info.class === 'log');
