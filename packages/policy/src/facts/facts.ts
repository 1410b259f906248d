// What one message names and would do, found once for everybody: paths, hosts, commands, effects. No rule is known here.
import type { PolicyEvent } from '../model.js';
import { startsLikePath } from '../patterns.js';
import { createShellFacts, readArguments, readShellText, type ShellFacts } from './commands.js';
import { CONNECT, EXEC, effectsOfTool, implied, READ, toBits, WRITE } from './effects.js';
import { bareHost, type Host, hostsOfUrls, isHostAndPort, toHost } from './hosts.js';
import { ARGV_KEY, CODE_KEY, COMMAND_KEY, CONTENT_KEY, HOST_KEY, kindOfKey, PATH_KEY } from './keys.js';
import type { ParseShell } from './program.js';
import { type Leaf, placeName, walkValue } from './walk.js';

export interface PathFact {
  readonly text: string;
  readonly leaf: Leaf | undefined;
  /** What is done to this path; the call's effects when it is no word of a command. */
  readonly effects: number | undefined;
  /** False for a word of shell text that is only known at run time. */
  readonly exact: boolean;
}

export interface HostFact extends Host {
  readonly leaf: Leaf | undefined;
}

/** Everything found in one message. */
export interface Facts {
  readonly tool: string | undefined;
  readonly prompt: string | undefined;
  readonly uris: readonly string[];
  /** The `arguments` of the call. */
  readonly args: unknown;
  readonly leaves: readonly Leaf[];
  readonly paths: readonly PathFact[];
  readonly hosts: readonly HostFact[];
  readonly shell: ShellFacts | undefined;
  readonly effects: number;
  /** Why the message cannot be judged at all. */
  readonly refusal: string | undefined;
}

export interface FactFinder {
  find(event: PolicyEvent): Facts;
}

const EMPTY: Facts = {
  tool: undefined,
  prompt: undefined,
  uris: [],
  args: undefined,
  leaves: [],
  paths: [],
  hosts: [],
  shell: undefined,
  effects: 0,
  refusal: undefined,
};
const MAX_KEYS = 2000;

/** Creates a finder; it remembers the kinds of keys and tools that it has seen, nothing else. */
export function createFactFinder(parse?: ParseShell): FactFinder {
  const keyKinds = new Map<string, number>();
  const toolEffects = new Map<string, number>();
  const remembered = (cache: Map<string, number>, name: string, compute: (name: string) => number) => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const value = compute(name);
    if (cache.size < MAX_KEYS && name.length < 256) cache.set(name, value);
    return value;
  };
  return {
    find: (event) =>
      findFacts(
        event,
        parse,
        (key) => remembered(keyKinds, key, kindOfKey),
        (tool) => remembered(toolEffects, tool, effectsOfTool),
      ),
  };
}

function findFacts(
  event: PolicyEvent,
  parse: ParseShell | undefined,
  kindOf: (key: string) => number,
  effectsOf: (tool: string) => number,
): Facts {
  const params = isRecord(event.params) ? event.params : {};
  if (event.method === 'tools/call' && typeof params['name'] === 'string')
    return findInCall(event, params['name'], params, parse, kindOf, effectsOf);
  const prompt =
    event.method === 'prompts/get' && typeof params['name'] === 'string' ? params['name'] : undefined;
  const uris = resourceUris(event.method, params);
  const args =
    event.method === 'prompts/get' || event.method === 'completion/complete'
      ? (params['arguments'] ?? params['argument'])
      : undefined;
  if (uris.length === 0 && args === undefined) return prompt === undefined ? EMPTY : { ...EMPTY, prompt };
  const base = findInValue(args, { shellTool: false, parse, kindOf });
  const hosts = uris.flatMap(hostsOfUrls).map((host) => ({ ...host, leaf: undefined }));
  const effects = uris.length === 0 ? 0 : READ | (hosts.length > 0 ? CONNECT : 0);
  const paths = uris.map((text) => ({ text, leaf: undefined, effects, exact: true }));
  return {
    ...EMPTY,
    ...base,
    prompt,
    uris,
    paths: [...paths, ...base.paths],
    hosts: [...hosts, ...base.hosts],
    effects,
  };
}

function resourceUris(method: string, params: Readonly<Record<string, unknown>>): string[] {
  if (
    !['resources/read', 'resources/subscribe', 'subscriptions/listen', 'resources/unsubscribe'].includes(
      method,
    )
  )
    return [];
  const uris = [params['uri'], params['resourceSubscriptions'], params['uris']].flat();
  return uris.flatMap((uri) =>
    typeof uri === 'string' ? [uri] : isRecord(uri) && typeof uri['uri'] === 'string' ? [uri['uri']] : [],
  );
}

function findInCall(
  event: PolicyEvent,
  tool: string,
  params: Readonly<Record<string, unknown>>,
  parse: ParseShell | undefined,
  kindOf: (key: string) => number,
  effectsOf: (tool: string) => number,
): Facts {
  const named = effectsOf(tool);
  const found = findInValue(params['arguments'], { shellTool: (named & EXEC) !== 0, parse, kindOf });
  let effects = named;
  if (found.hosts.length > 0) effects |= CONNECT;
  if (found.shell !== undefined) effects |= found.shell.effects;
  if (found.hasContent && found.paths.length > 0) effects |= WRITE;
  else if (effects === 0 && found.paths.length > 0) effects = READ;
  if (event.hints !== undefined) effects |= toBits(event.hints);
  return { ...EMPTY, ...found, tool, args: params['arguments'], effects };
}

interface Search {
  readonly shellTool: boolean;
  readonly parse: ParseShell | undefined;
  readonly kindOf: (key: string) => number;
}

type Found = Pick<Facts, 'leaves' | 'paths' | 'hosts' | 'shell' | 'refusal' | 'args'> & {
  readonly hasContent: boolean;
};

function findInValue(value: unknown, { shellTool, parse, kindOf }: Search): Found {
  const leaves: Leaf[] = [];
  const paths: PathFact[] = [];
  const hosts: HostFact[] = [];
  let shell: ShellFacts | undefined;
  let hasContent = false;
  const isCommand = (kind: number) => (kind & COMMAND_KEY) !== 0 || (shellTool && (kind & CODE_KEY) !== 0);
  const complete = walkValue(value, {
    leaf(leaf) {
      leaves.push(leaf);
      const { text } = leaf;
      const kind = leaf.isKey ? 0 : kindOf(leaf.key);
      if ((kind & CONTENT_KEY) !== 0) hasContent = true;
      if (isCommand(kind) && !inArray(leaf)) {
        shell ??= createShellFacts();
        readShellText(text, parse, shell);
      }
      if (isPathText(text, kind)) paths.push({ text, leaf, effects: undefined, exact: true });
      if (text.includes('://')) for (const host of hostsOfUrls(text)) hosts.push({ ...host, leaf });
      else if (
        (kind & HOST_KEY) !== 0 ||
        (!leaf.isKey && text.length < 262 && text.includes(':') && isHostAndPort(text))
      ) {
        const host = bareHost(text);
        if (host !== undefined) hosts.push({ ...host, leaf });
      }
    },
    array(items, key) {
      // A command as an array is an argument vector: no shell reads it.
      if (!isCommand(kindOf(key)) || !items.every((item) => typeof item === 'string')) return;
      shell ??= createShellFacts();
      readArguments(items, parse, shell);
    },
    object(object) {
      const argv = argumentVector(object, isCommand, kindOf);
      if (argv === undefined) return;
      shell ??= createShellFacts();
      readArguments(argv, parse, shell);
    },
  });
  if (shell !== undefined) addShellWords(shell, paths, hosts);
  return {
    args: value,
    leaves,
    paths,
    hosts,
    shell,
    hasContent,
    refusal: complete ? undefined : 'the arguments are nested too deeply to be judged',
  };
}

function isPathText(text: string, kind: number): boolean {
  if ((kind & PATH_KEY) !== 0) return text !== '';
  if (text.length > 4096 || text.length === 0) return false;
  return startsLikePath(text) && !/[\r\n]/.test(text);
}

// `{ command: "rm", args: ["-rf", "/"] }`
function argumentVector(
  object: Readonly<Record<string, unknown>>,
  isCommand: (kind: number) => boolean,
  kindOf: (key: string) => number,
): string[] | undefined {
  let command: string | undefined;
  let rest: string[] | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (typeof value === 'string' && isCommand(kindOf(key))) command = value;
    else if (
      Array.isArray(value) &&
      (kindOf(key) & ARGV_KEY) !== 0 &&
      value.every((item) => typeof item === 'string')
    )
      rest = value;
  }
  if (rest === undefined || command === undefined) return undefined;
  return [command, ...rest];
}

function inArray(leaf: Leaf): boolean {
  return typeof leaf.parent?.name === 'number';
}

function addShellWords(shell: ShellFacts, paths: PathFact[], hosts: HostFact[]): void {
  for (const { text, exact, effects } of shell.words) {
    if (text.includes('://') && !/^file:/i.test(text)) continue;
    paths.push({ text, leaf: undefined, effects, exact });
    const device = /^\/dev\/(?:tcp|udp)\/([^/]+)(?:\/(\d+))?/.exec(text);
    const host =
      device !== null
        ? toHost(device[2] === undefined ? (device[1] ?? '') : `${device[1]}:${device[2]}`)
        : isHostWord(text)
          ? bareHost(text)
          : undefined;
    if (host !== undefined) hosts.push({ ...host, leaf: undefined });
  }
  if ((shell.effects & CONNECT) === 0) return;
  // Programs that connect take bare names: `curl example.com`, `ssh user@host`, `nc host 80`.
  for (const { words } of shell.invocations)
    for (const word of words.slice(1)) {
      const target = word.replace(/^[\w.-]+@/, '').replace(/^([\w.-]+):[~/].*$/, '$1');
      if (
        !/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}(?:[:/].*)?$|^localhost(?:[:/].*)?$|^\d{1,3}(?:\.\d{1,3}){1,3}$/i.test(
          target,
        )
      )
        continue;
      const host = bareHost(target);
      if (host !== undefined) hosts.push({ ...host, leaf: undefined });
    }
}

function isHostWord(text: string): boolean {
  return text.length < 262 && isHostAndPort(text);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Where a fact stands, in words. */
export function whereIs(leaf: Leaf | undefined, fallback: string): string {
  return leaf === undefined ? fallback : placeName(leaf.parent, 'arguments');
}

export { implied };
