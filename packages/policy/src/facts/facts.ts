// What one message names and would do, found once for everybody: paths, hosts, commands, effects. No rule is known here.
import type { PolicyEvent } from '../model.js';
import { startsLikePath } from '../patterns.js';
import {
  createShellFacts,
  readArguments,
  readProgramText,
  readShellText,
  type ShellFacts,
} from './commands.js';
import { CONNECT, EXEC, effectsOfTool, READ, toBits, WRITE } from './effects.js';
import { bareHost, type Host, hostsOfUrls, isHostAndPort, oddWebHost } from './hosts.js';
import {
  ARGV_KEY,
  CODE_KEY,
  COMMAND_KEY,
  CONTENT_KEY,
  HOST_KEY,
  kindOfKey,
  PATH_KEY,
  PROSE_KEY,
  splitWords,
} from './keys.js';
import type { ParseShell } from './program.js';
import { addShellWords } from './shell-facts.js';
import { findPlace, parseJsonText, startsLikeJson, type Visitor, walkValue } from './walk.js';

/** Where a fact comes from. */
export type FactSource = 'arguments' | 'content' | 'command' | 'uri';

export interface PathFact {
  readonly text: string;
  readonly source: FactSource;
  /** What is done to this path; the call's effects when it is no word of a command. */
  readonly effects: number | undefined;
  /** False for a word of shell text that is only known at run time. */
  readonly exact: boolean;
  /** The word as written, when `text` is that word in a folder that a command changed to. */
  readonly name?: string;
  readonly folder?: string | undefined;
  /** Known to be letters, digits, `_-./` and inner spaces and tildes only: it means the same in every reading. */
  readonly plain?: boolean;
}

export interface HostFact extends Host {
  readonly text: string;
  readonly source: FactSource;
}

/** Everything found in one message. */
export interface Facts {
  readonly tool: string | undefined;
  readonly prompt: string | undefined;
  readonly uris: readonly string[];
  /** The `arguments` of the call. */
  readonly args: unknown;
  readonly paths: readonly PathFact[];
  readonly hosts: readonly HostFact[];
  readonly shell: ShellFacts | undefined;
  readonly effects: number;
  /** Strings that are written or sent rather than followed: what they name is not where the call goes. */
  readonly contents: readonly string[];
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
  paths: [],
  hosts: [],
  shell: undefined,
  effects: 0,
  contents: [],
  refusal: undefined,
};
const MAX_KEYS = 2000;
/** Judging takes microseconds for each, and other messages wait. */
const MAX_PATHS = 20_000;

/** Creates a finder; it remembers the kinds of keys and tools that it has seen, nothing else. */
export function createFactFinder(parse?: ParseShell): FactFinder {
  const keyKinds = new Map<string, number>();
  const toolEffects = new Map<string, number>();
  const toolLanguages = new Map<string, number>();
  const remembered = (cache: Map<string, number>, name: string, compute: (name: string) => number) => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const value = compute(name);
    if (cache.size < MAX_KEYS && name.length < 256) cache.set(name, value);
    return value;
  };
  // The same key is asked about several times in a row.
  let lastKey = '';
  let lastKind = 0;
  const search: Search = {
    parse,
    kindOf(key) {
      if (key === lastKey) return lastKind;
      lastKind = remembered(keyKinds, key, kindOfKey);
      lastKey = key;
      return lastKind;
    },
    effectsOf: (tool) => remembered(toolEffects, tool, effectsOfTool),
    namesLanguage: (tool) => remembered(toolLanguages, tool, countLanguages) > 0,
  };
  return { find: (event) => findFacts(event, search) };
}

interface Search {
  readonly parse: ParseShell | undefined;
  readonly kindOf: (key: string) => number;
  readonly effectsOf: (tool: string) => number;
  readonly namesLanguage: (tool: string) => boolean;
}

function findFacts(event: PolicyEvent, search: Search): Facts {
  const params = isRecord(event.params) ? event.params : {};
  const name = params['name'];
  if (event.method === 'tools/call' && typeof name === 'string')
    return findInCall(event, name, params['arguments'], search);
  // A call without a tool is no call that could be judged; what a server makes of it is anybody's guess.
  if (event.method === 'tools/call') return { ...EMPTY, refusal: 'the call names no tool' };
  const prompt = event.method === 'prompts/get' && typeof name === 'string' ? name : undefined;
  const uris = resourceUris(event.method, params);
  const judged = event.method === 'prompts/get' || event.method === 'completion/complete';
  const args = judged ? [params['arguments'], params['argument'], params['context']] : undefined;
  if (uris.length === 0 && args === undefined) return EMPTY;
  const found = findInValue(args, false, search);
  const hosts = uris.flatMap((uri) =>
    hostsOfUrls(uri).map((host) => ({ ...host, text: uri, source: 'uri' as const })),
  );
  const effects = uris.length === 0 ? 0 : READ | (hosts.length > 0 ? CONNECT : 0);
  const paths = uris.map((text) => ({ text, source: 'uri' as const, effects, exact: true }));
  return {
    ...EMPTY,
    args,
    prompt,
    uris,
    effects,
    paths: [...paths, ...found.paths],
    hosts: [...hosts, ...found.hosts],
    shell: found.shell,
    contents: found.contents,
    refusal: found.refusal,
  };
}

function resourceUris(method: string, params: Readonly<Record<string, unknown>>): string[] {
  if (
    !['resources/read', 'resources/subscribe', 'subscriptions/listen', 'resources/unsubscribe'].includes(
      method,
    )
  )
    return [];
  const wanted = isRecord(params['notifications'])
    ? params['notifications']['resourceSubscriptions']
    : undefined;
  const uris = [params['uri'], params['resourceSubscriptions'], params['uris'], wanted].flat();
  return uris.flatMap((uri) =>
    typeof uri === 'string' ? [uri] : isRecord(uri) && typeof uri['uri'] === 'string' ? [uri['uri']] : [],
  );
}

function findInCall(event: PolicyEvent, tool: string, args: unknown, search: Search): Facts {
  const named = search.effectsOf(tool);
  const { paths, hosts, shell, contents, refusal } = findInValue(
    args,
    (named & EXEC) !== 0,
    search,
    (named & EXEC) !== 0 && (search.namesLanguage(tool) || saysLanguage(args)),
  );
  let effects = named;
  if (hosts.length > 0) effects |= CONNECT;
  if (shell !== undefined) effects |= shell.effects;
  if (contents.length > 0 && paths.length > 0) effects |= WRITE;
  else if (effects === 0 && paths.length > 0) effects = READ;
  if (event.hints !== undefined) effects |= toBits(event.hints);
  return { tool, prompt: undefined, uris: [], args, paths, hosts, shell, effects, contents, refusal };
}

interface Found {
  readonly paths: PathFact[];
  readonly hosts: HostFact[];
  readonly shell: ShellFacts | undefined;
  readonly contents: readonly string[];
  readonly refusal: string | undefined;
}

function findInValue(
  value: unknown,
  shellTool: boolean,
  { parse, kindOf }: Search,
  isProgram = false,
): Found {
  const paths: PathFact[] = [];
  const hosts: HostFact[] = [];
  let shell: ShellFacts | undefined;
  const contents: string[] = [];
  const commandKinds = shellTool ? COMMAND_KEY | CODE_KEY : COMMAND_KEY;
  const addPath = (text: string) =>
    paths.push({ text, source: 'arguments', effects: undefined, exact: true });
  const addHosts = (text: string, source: FactSource) => {
    for (const host of hostsOfUrls(text)) hosts.push({ ...host, text, source });
  };
  // Content that could be JSON, kept for the end.
  let maybeJson: string[] | undefined;
  let late = false;
  const visitor: Visitor = {
    leaf(text, key, inArray) {
      const kind = kindOf(key);
      const isContent = (kind & CONTENT_KEY) !== 0;
      if (isContent) {
        contents.push(text);
        if (!late && startsLikeJson(text)) {
          maybeJson ??= [];
          maybeJson.push(text);
        }
      }
      if ((kind & commandKinds) !== 0 && !inArray) {
        shell ??= createShellFacts();
        if (isProgram && (kind & COMMAND_KEY) === 0) readProgramText(text, shell);
        else readShellText(text, parse, shell);
      }
      if ((kind & PATH_KEY) !== 0 ? text !== '' : isPathText(text) && !isProse(kind, text)) addPath(text);
      if (text.includes('://'))
        addHosts(text, isContent && (kind & commandKinds) === 0 ? 'content' : 'arguments');
      else if ((kind & HOST_KEY) !== 0 || isHostAndPort(text)) {
        const host = bareHost(text);
        if (host !== undefined) hosts.push({ ...host, text, source: 'arguments' });
      }
      const odd = oddWebHost(text);
      if (odd !== undefined) hosts.push({ ...odd, text, source: 'arguments' });
    },
    key(name) {
      if (isPathText(name)) addPath(name);
      if (name.includes('://')) addHosts(name, 'arguments');
    },
    array(items, key) {
      // A command as an array is an argument vector: no shell reads it.
      if ((kindOf(key) & commandKinds) === 0 || !items.every((item) => typeof item === 'string')) return;
      shell ??= createShellFacts();
      readArguments(items, parse, shell);
    },
    // A file that is written may be JSON; its paths and commands are not those of the call.
    isText: (key) => !late && (kindOf(key) & (CONTENT_KEY | COMMAND_KEY)) === CONTENT_KEY,
    object(object) {
      if (shell === undefined) return;
      const argv = argumentVector(object, commandKinds, kindOf);
      if (argv !== undefined) readArguments(argv, parse, shell);
    },
  };
  let complete = walkValue(value, visitor);
  // Where there is no file to write it to, it is no content of one.
  if (maybeJson !== undefined && paths.length === 0) {
    late = true;
    for (const text of maybeJson) complete = walkValue(parseJsonText(text), visitor) && complete;
  }
  if (shell !== undefined) addShellWords(shell, paths, hosts);
  return {
    paths,
    hosts,
    shell,
    contents,
    refusal: !complete
      ? 'the arguments are nested too deeply to be judged'
      : paths.length > MAX_PATHS
        ? `the call names more than ${MAX_PATHS} paths, too many to be judged`
        : undefined,
  };
}

// Under a name for text, words behind a path make it a sentence about the path.
function isProse(kind: number, text: string): boolean {
  return (
    (kind & (CONTENT_KEY | PROSE_KEY)) !== 0 &&
    (kind & COMMAND_KEY) === 0 &&
    /\s[^/\\]+$/.test(text.trim()) &&
    !/\s.*[/\\]/s.test(text.trim())
  );
}

const LANGUAGES = new Set(
  'python javascript js typescript ts node ruby php r julia java go rust sql'.split(' '),
);

// `run_python`, or `language: "python"`: the code is no shell text.
function countLanguages(tool: string): number {
  return splitWords(tool).filter((word) => LANGUAGES.has(word.replace(/\d+$/, ''))).length;
}

function saysLanguage(args: unknown): boolean {
  const language = isRecord(args) ? (args['language'] ?? args['lang']) : undefined;
  return typeof language === 'string' && LANGUAGES.has(language.toLowerCase().replace(/[\d.]+$/, ''));
}

function isPathText(text: string): boolean {
  const bare = text.charCodeAt(0) <= 32 && text.length <= 4096 ? text.trimStart() : text;
  return startsLikePath(bare) && bare.length <= 4096 && !/[\n\r]/.test(bare.trimEnd());
}

// `{ command: "rm", args: ["-rf", "/"] }`
function argumentVector(
  object: Readonly<Record<string, unknown>>,
  commandKinds: number,
  kindOf: (key: string) => number,
): string[] | undefined {
  let command: string | undefined;
  let rest: string[] | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (typeof value === 'string' && (kindOf(key) & commandKinds) !== 0) command = value;
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

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Where a fact stands, in words. */
export function whereIs(fact: { readonly text: string; readonly source: FactSource }, args: unknown): string {
  if (fact.source === 'arguments' || fact.source === 'content')
    return findPlace(args, fact.text) ?? 'arguments';
  return fact.source === 'uri' ? 'uri' : 'a word of the command';
}
