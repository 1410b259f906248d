// Checks the hosts to which a call would connect: each URL, host name and address in arguments and shell words, in
// any notation.

import {
  classifyHost,
  type Engine,
  type Finding,
  findNetworkAddresses,
  type NetworkAddress,
  type NonPublicReason,
} from '@claw/detectors';
import type { Awaitable, StringSpan } from '@claw/jsonrpc-stream';
import type { CompiledPolicy, Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import { matchesName } from '../../name-lists.js';
import { showPath, type TextFindings } from '../../text/message-texts.js';
import { isOpaqueValue } from '../../text/opaque-values.js';
import type { Call, Context, LocatedFinding, Stage, Verdict } from '../../types.js';
import { carriesText } from '../content/injection.js';
import { createWordTest, type IsPlainWord } from './single-words.js';
import { createConnectTest, createContentTest, type IsContent } from './written-content.js';

/** A host that a call names. `reason` says why it is not an ordinary public host. */
interface NamedHost {
  readonly host: string;
  /** The host, with its port if there is one. */
  readonly address: string;
  readonly reason: NonPublicReason | undefined;
  readonly where: string;
  readonly finding: Finding | undefined;
  /** True if the host occurs in text that the call writes or sends, not in an argument for an address. */
  readonly inContent: boolean;
  /** True if the call only checks whether the host exists. */
  readonly probed?: true | undefined;
  /** True if `reason` refers to another address that is encoded in the URL of this host. */
  readonly encoded?: boolean;
  readonly scheme?: string | undefined;
}

/** The actions from the least to the most strict. */
const ACTIONS = ['allow', 'log', 'prompt', 'deny'] as const;
type EgressAction = (typeof ACTIONS)[number];
const strictest = (left: EgressAction, right: EgressAction): EgressAction =>
  ACTIONS.indexOf(left) < ACTIONS.indexOf(right) ? right : left;

export function createEgressStage(
  { egress, injection }: Settings,
  engine: () => Engine,
  factsOf: CompiledPolicy['facts'],
): Stage {
  const isExcluded = matchesName(egress.exclude_tools);
  const isAllowed = matchesName(egress.allow_hosts);
  const isDenied = matchesName(egress.deny_hosts);
  const literally = new Set(egress.allow_hosts.map((host) => host.toLowerCase()));
  const exclusive = egress.allow_hosts.length > 0;
  const wantsPublic = exclusive || egress.deny_hosts.length > 0 || egress.resolve;

  /** Returns the action for a kind of host; each kind has its own setting. */
  const wordForKind = ({ reason, inContent, probed }: NamedHost): EgressAction => {
    if (reason === 'metadata') return egress.metadata;
    // A file may contain `localhost`; writing the file does not connect to it.
    if (reason === undefined || inContent) return 'allow';
    if (reason === 'scheme') return egress.action;
    if (reason === 'loopback' && probed) return 'allow';
    // Cloud providers use more metadata addresses and names in these ranges than can be listed.
    if (reason === 'link-local' || reason === 'rebinding-name')
      return strictest(egress.private, egress.metadata);
    return reason === 'loopback' || reason === 'unspecified' ? egress.loopback : egress.private;
  };

  /** `action` applies to hosts that the lists exclude. It never weakens the setting for the kind of host. */
  const wordFor = (place: NamedHost): EgressAction => {
    const { host, reason } = place;
    const kept = strictest(egress.action, wordForKind(place));
    if (isDenied(host)) return kept;
    if (reason === 'metadata') return literally.has(host) ? 'allow' : egress.metadata;
    if (exclusive) return isAllowed(host) ? 'allow' : kept;
    return wordForKind(place);
  };

  const judge = (named: readonly NamedHost[]): Verdict | undefined => {
    let worst: NamedHost | undefined;
    let word: EgressAction = 'allow';
    const topics = new Set<string>();
    for (const place of named) {
      const own = wordFor(place);
      if (own === 'deny') return refuse(place);
      if (own === 'prompt') topics.add(place.address);
      if (strictest(own, word) !== word) [worst, word] = [place, own];
    }
    if (worst === undefined) return undefined;
    if (word !== 'prompt') return { kind: 'note', ...describe(worst) };
    const described = describe(worst);
    const hosts = [...topics].map((one) => `\`${one.slice(0, 100)}\``).join(', ');
    const message = `${described.reason}; an approval is valid for connections to ${hosts} until the session ends`;
    return { kind: 'ask', ...described, message, topics: [...topics].sort() };
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
        const isContent = createContentTest(call, factsOf);
        const isWord = createWordTest(createConnectTest(call, factsOf));
        const named = [
          ...ofFindings(call, found, isContent, isWord),
          ...ofFacts(call, isContent),
          ...(wantsPublic ? ofTexts(call, isContent, isWord) : []),
        ];
        // A tool that may connect to any host must still not read the credentials of the machine, or browser pages
        // that show settings and passwords. Access to a local file is checked by the rules for paths.
        if (isExcluded(call.tool))
          return judge(
            named.filter(
              ({ reason, scheme }) => reason === 'metadata' || (reason === 'scheme' && scheme !== 'file'),
            ),
          );
        const verdict = judge(named);
        // A note does not block the call, so the other hosts still have to be checked.
        if (!egress.resolve || (verdict !== undefined && verdict.kind !== 'note')) return verdict;
        return whenReady(ofNames(named, context), (places) => judge(places) ?? verdict);
      });
    },
  };
}

function* ofFindings(
  call: Call,
  found: readonly TextFindings[],
  isContent: IsContent,
  isWord: IsPlainWord,
): Generator<NamedHost> {
  for (const { span, text, findings } of found) {
    if (!findings.some(({ kind }) => kind === 'egress') || isWord(span, text)) continue;
    // Each text is checked only once, even if it names several hosts.
    const destinations = findNetworkAddresses(text);
    const inContent = isContent(text);
    const where = showPath(span.path);
    let next = 0;
    for (const finding of findings) {
      if (finding.kind !== 'egress') continue;
      // INVARIANT: both lists are sorted by their position in the text.
      while (next < destinations.length && (destinations[next] as NetworkAddress).end < finding.end)
        next += 1;
      const around: NetworkAddress[] = [];
      for (let at = next; at < destinations.length; at += 1) {
        const one = destinations[at] as NetworkAddress;
        if (one.start > finding.start) break;
        if (finding.end <= one.end) around.push(one);
      }
      if (around.length > 0 && around.every((one) => isPath(call, span, one))) continue;
      const reason = finding.detector as NonPublicReason;
      // A URL may contain another URL, to which the reason then refers.
      const own = around.find((one) => one.reason === reason) ?? around[0];
      const host = (own?.host ?? text.slice(finding.start, finding.end)).toLowerCase();
      const address = `${host}${own === undefined ? '' : portOf(text.slice(own.start, own.end))}`;
      const encoded = own !== undefined && own.reason !== reason;
      yield { host, address, reason, where, finding, inContent, encoded, scheme: own?.scheme };
    }
  }
}

/** Returns true for a local file. The rules for paths check it, unless the tool fetches it by URL. */
function isPath({ method, facts }: Call, span: StringSpan, { scheme, host }: NetworkAddress): boolean {
  if (scheme !== 'file' || (host !== '' && host !== 'localhost')) return false;
  if (method !== 'tools/call') return true;
  const [key = ''] = span.path.filter((step) => typeof step === 'string').slice(-1);
  return (facts.effects & CONNECT) === 0 && PATH_KEYS.test(key);
}

const CONNECT = 32;
const PATH_KEYS = /(?:uri|path|file|dir|directory|folder|root|workspace|document)s?$/i;

/** Returns the port of an address with its colon, such as `:3000`, or an empty string. */
const portOf = (address: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*[^/?#\\]*?(:\d{1,5})(?:[/?#\\]|$)/i.exec(address)?.[1] ?? '';

/** Returns the hosts that are recognized only by the name of their argument or by their position in a command. */
function* ofFacts({ facts }: Call, isContent: IsContent): Generator<NamedHost> {
  for (const { name, withPort, source, text, probed } of facts.hosts) {
    if (isContent(text)) continue;
    const where = source === 'command' ? 'the command' : source;
    yield {
      host: name.toLowerCase(),
      address: (withPort ?? name).toLowerCase(),
      reason: classifyHost(name),
      where,
      finding: undefined,
      inContent: false,
      probed,
    };
  }
}

function* ofTexts(call: Call, isContent: IsContent, isWord: IsPlainWord): Generator<NamedHost> {
  for (const span of call.texts.spans) {
    if (isOpaqueValue(span, call.message)) continue;
    const text = call.texts.textOf(span);
    if (isWord(span, text)) continue;
    for (const destination of findNetworkAddresses(text)) {
      if (isPath(call, span, destination)) continue;
      const { host, reason } = destination;
      const inContent = isContent(text);
      const address = `${host.toLowerCase()}${portOf(text.slice(destination.start, destination.end))}`;
      const where = showPath(span.path);
      yield { host: host.toLowerCase(), address, reason, where, finding: undefined, inContent };
    }
  }
}

/**
 * Resolves names, because a public name may resolve to a private address. A name that does not resolve cannot be
 * contacted.
 */
async function ofNames(named: readonly NamedHost[], { dns }: Context): Promise<readonly NamedHost[]> {
  if (dns === undefined) throw new Error('no DNS resolver is configured');
  const resolver = dns;
  // A call does not connect to hosts that a text only mentions.
  const open = named.filter(({ reason, inContent }) => reason === undefined && !inContent);
  const byHost = new Map(open.map((one) => [one.host, one]));
  const found = await Promise.all(
    [...byHost.values()].slice(0, MAX_NAMES).map(async (one) => ({
      one,
      addresses: await (resolver.resolve(one.host) as Awaitable<readonly string[]>),
    })),
  );
  if (byHost.size > MAX_NAMES) throw new Error('the call names too many hosts to resolve');
  return found.flatMap(({ one, addresses }) =>
    addresses.map((address) => ({ ...one, reason: classifyHost(address) })),
  );
}

const MAX_NAMES = 32;

const DESCRIPTIONS: Readonly<Record<NonPublicReason, string>> = {
  metadata: 'the address of a cloud metadata service',
  loopback: 'a loopback address',
  unspecified: 'a loopback address',
  private: 'a private address',
  'link-local': 'a link-local address',
  shared: 'a shared address (RFC 6598)',
  'internal-name': 'an internal host name',
  'rebinding-name': 'a host name used for DNS rebinding',
  scheme: 'not an http or https URL',
  multicast: 'a multicast address',
  reserved: 'a reserved address',
};

function describe({ host, reason, where, finding, encoded }: NamedHost): {
  rule: string;
  reason: string;
  findings: readonly LocatedFinding[];
} {
  const what = reason === undefined ? 'not an allowed host' : DESCRIPTIONS[reason];
  const name = host === '' ? 'the URL' : `\`${host.slice(0, 100)}\``;
  return {
    rule: 'egress',
    reason: `${encoded ? `an encoded address in the URL of ${name}` : name} in ${where === 'the command' ? where : `\`${where}\``} is ${what}`,
    findings: finding === undefined ? [] : [{ finding, where }],
  };
}

const refuse = (place: NamedHost): Verdict => ({
  kind: 'deny',
  ...describe(place),
  suggestion: `use ${place.reason === 'scheme' ? 'an http or https URL' : 'a public host'} that the policy allows, or ask the user to change the policy`,
});
