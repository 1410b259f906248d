// Where a call would connect to: every URL, host and address in any argument or shell word, in any spelling.

import {
  classifyHost,
  type Destination,
  type Engine,
  type Finding,
  findDestinations,
  type Reason,
} from '@claw/detectors';
import type { Awaitable, StringSpan } from '@claw/jsonrpc-stream';
import type { CompiledPolicy, Settings } from '@claw/policy';
import { namesIn } from '../names.js';
import { showPath, type TextFindings } from '../texts.js';
import type { Call, Context, Located, Stage, Verdict } from '../types.js';
import { whenReady } from '../wait.js';
import { contentsOf, type IsContent } from './contents.js';
import { carriesText } from './injection.js';

/** A place that a call names. `reason` says why it is no ordinary public one. */
interface Named {
  readonly host: string;
  readonly reason: Reason | undefined;
  readonly where: string;
  readonly finding: Finding | undefined;
  /** It stands in text that is written or sent, not in an argument that says where to go. */
  readonly inContent: boolean;
}

type Word = 'deny' | 'prompt' | 'allow';

export function createEgressStage(
  { egress, injection }: Settings,
  engine: () => Engine,
  factsOf: CompiledPolicy['facts'],
): Stage {
  const isExcluded = namesIn(egress.exclude_tools);
  const isAllowed = namesIn(egress.allow_hosts);
  const isDenied = namesIn(egress.deny_hosts);
  const literally = new Set(egress.allow_hosts.map((host) => host.toLowerCase()));
  const exclusive = egress.allow_hosts.length > 0;
  const wantsPublic = exclusive || egress.deny_hosts.length > 0 || egress.resolve;

  const wordFor = ({ host, reason, inContent }: Named): Word => {
    if (isDenied(host)) return 'deny';
    if (reason === 'metadata') return literally.has(host) ? 'allow' : egress.metadata;
    if (exclusive) return isAllowed(host) ? 'allow' : 'deny';
    // A file may well say `localhost`; what it says is not where the call goes.
    if (reason === undefined || inContent) return 'allow';
    if (reason === 'scheme') return 'deny';
    return reason === 'loopback' || reason === 'unspecified' ? egress.loopback : egress.private;
  };

  const judge = (named: readonly Named[]): Verdict | undefined => {
    let asks: Named | undefined;
    for (const place of named) {
      const word = wordFor(place);
      if (word === 'allow') continue;
      if (word === 'deny' && egress.action === 'deny') return refuse(place);
      if (egress.action === 'log') return { kind: 'note', ...describe(place) };
      asks ??= place;
    }
    return asks === undefined ? undefined : { kind: 'ask', ...describe(asks) };
  };

  return {
    name: 'egress',
    request(call, context) {
      if (!egress.enabled || !carriesText(call)) return undefined;
      if (call.method === 'roots/list' || call.method === 'sampling/createMessage') return undefined;
      const { sensitivity } = injection;
      const as = call.direction === 'server-to-client' ? 'result' : 'argument';
      return whenReady(call.texts.search(engine(), { as, sensitivity }, context.clock), (found) => {
        if (found.length === 0 && call.facts.hosts.length === 0 && !wantsPublic) return undefined;
        const isContent = contentsOf(call, factsOf);
        const named = [
          ...ofFindings(call, found, isContent),
          ...ofFacts(call, isContent),
          ...(wantsPublic ? ofTexts(call, isContent) : []),
        ];
        // A tool that may go anywhere may still not fetch the machine's own credentials.
        if (isExcluded(call.tool)) return judge(named.filter(({ reason }) => reason === 'metadata'));
        const verdict = judge(named);
        if (verdict !== undefined || !egress.resolve) return verdict;
        return whenReady(ofNames(named, context), judge);
      });
    },
  };
}

function* ofFindings(call: Call, found: readonly TextFindings[], isContent: IsContent): Generator<Named> {
  for (const { span, text, findings } of found) {
    if (!findings.some(({ kind }) => kind === 'egress')) continue;
    // Once for each text, however many places it names.
    const destinations = findDestinations(text);
    const inContent = isContent(text);
    const where = showPath(span.path);
    let next = 0;
    for (const finding of findings) {
      if (finding.kind !== 'egress') continue;
      // INVARIANT: both lists are in the order of the text.
      while (next < destinations.length && (destinations[next] as Destination).end < finding.end) next += 1;
      const around: Destination[] = [];
      for (let at = next; at < destinations.length; at += 1) {
        const one = destinations[at] as Destination;
        if (one.start > finding.start) break;
        if (finding.end <= one.end) around.push(one);
      }
      if (around.length > 0 && around.every((one) => isPath(call, span, one))) continue;
      const host = (around[0]?.host ?? text.slice(finding.start, finding.end)).toLowerCase();
      yield { host, reason: finding.detector as Reason, where, finding, inContent };
    }
  }
}

/** A file of this machine is a place for the rules about paths, unless something is to fetch it like a page. */
function isPath({ method, facts }: Call, span: StringSpan, { scheme, host }: Destination): boolean {
  if (scheme !== 'file' || (host !== '' && host !== 'localhost')) return false;
  if (method !== 'tools/call') return true;
  const [key = ''] = span.path.filter((step) => typeof step === 'string').slice(-1);
  return (facts.effects & CONNECT) === 0 && PATH_KEYS.test(key);
}

const CONNECT = 32;
const PATH_KEYS = /(?:uri|path|file|dir|directory|folder|root|workspace|document)s?$/i;

/** Hosts that only their key or their place in a command gives away. */
function* ofFacts({ facts }: Call, isContent: IsContent): Generator<Named> {
  for (const { name, source, text } of facts.hosts) {
    if (source !== 'command' && isContent(text)) continue;
    const where = source === 'command' ? 'the command' : source;
    yield {
      host: name.toLowerCase(),
      reason: classifyHost(name),
      where,
      finding: undefined,
      inContent: false,
    };
  }
}

function* ofTexts(call: Call, isContent: IsContent): Generator<Named> {
  for (const span of call.texts.spans) {
    const text = call.texts.textOf(span);
    for (const destination of findDestinations(text)) {
      if (isPath(call, span, destination)) continue;
      const { host, reason } = destination;
      const inContent = isContent(text);
      yield { host: host.toLowerCase(), reason, where: showPath(span.path), finding: undefined, inContent };
    }
  }
}

/** Public names may lead to private addresses. One that leads nowhere is nowhere to connect to. */
async function ofNames(named: readonly Named[], { names }: Context): Promise<readonly Named[]> {
  if (names === undefined) throw new Error('there is nobody to resolve names');
  const resolver = names;
  const asked = new Map(named.filter(({ reason }) => reason === undefined).map((one) => [one.host, one]));
  const found = await Promise.all(
    [...asked.values()].slice(0, MAX_NAMES).map(async (one) => ({
      one,
      addresses: await (resolver.addresses(one.host) as Awaitable<readonly string[]>),
    })),
  );
  if (asked.size > MAX_NAMES) throw new Error('it names too many hosts to resolve');
  return found.flatMap(({ one, addresses }) =>
    addresses.map((address) => ({ ...one, reason: classifyHost(address), inContent: false })),
  );
}

const MAX_NAMES = 32;

const WORDS: Readonly<Record<Reason, string>> = {
  metadata: 'a cloud metadata service',
  loopback: 'this machine itself',
  unspecified: 'this machine itself',
  private: 'a private network',
  'link-local': 'the local link',
  shared: 'a shared private network',
  'internal-name': 'an internal name',
  'rebinding-name': 'a name that stands for any address',
  scheme: 'a scheme other than http and https',
  multicast: 'a multicast address',
  reserved: 'a reserved address',
};

function describe({ host, reason, where, finding }: Named): {
  rule: string;
  reason: string;
  findings: readonly Located[];
} {
  const what = reason === undefined ? 'a host that is not allowed' : WORDS[reason];
  return {
    rule: 'egress',
    reason: `\`${host.slice(0, 100)}\` in ${where} is ${what}`,
    findings: finding === undefined ? [] : [{ finding, where }],
  };
}

const refuse = (place: Named): Verdict => ({
  kind: 'deny',
  ...describe(place),
  suggestion: 'use a public address that the policy allows, or ask the user to change the policy',
});
