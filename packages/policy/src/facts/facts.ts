// What one message names and would do, found once for everybody: paths, hosts, commands, effects. No rule is known here.

import { isUriPattern, startsLikePath } from '../match/pattern-syntax.js';
import { classifyMethod } from '../methods.js';
import type { PolicyEvent } from '../model.js';
import { kindOfKey, splitWords } from './argument-keys.js';
import type { ShellFacts } from './commands/shell-facts.js';
import type { ParseShell } from './commands/shell-syntax.js';
import {
  CONNECT,
  DELETE,
  EVERY_EFFECT,
  EXEC,
  effectsOfTool,
  MOVE,
  READ,
  toEffectBits,
  WRITE,
  writesWhatItNames,
} from './effects.js';
import { type Host, hostsOfUrls } from './hosts.js';
import { effectsOfOperation, isEditorCommand, namesEditor } from './operation-arguments.js';
import {
  findInValue,
  type ToolKind,
  UNKNOWN_TOOL,
  type ValueFacts,
  type ValueSearch,
} from './value-facts.js';
import { findLocation } from './walk-value.js';

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
  /** Perhaps nobody takes it for a path: only rules that refuse look at it. */
  readonly guessed?: boolean;
}

export interface HostFact extends Host {
  readonly text: string;
  readonly source: FactSource;
  /** It is only asked whether it is there, as `ping` does: nothing can be said to a service. */
  readonly probed?: true;
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
  /** Prose, code and what is looked for: texts that mention places and do not say where to go. */
  readonly mentions: readonly string[];
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
  mentions: [],
  refusal: undefined,
};
const MAX_KEYS = 2000;

/** Creates a finder; it remembers the kinds of keys and tools that it has seen, nothing else. */
export function createFactFinder(parse?: ParseShell): FactFinder {
  const keyKinds = new Map<string, number>();
  const toolTraits = new Map<string, number>();
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
    traitsOf: (tool) => remembered(toolTraits, tool, traitsOfTool),
  };
  return { find: (event) => findFacts(event, search) };
}

interface Search extends ValueSearch {
  /** What a tool does by its name, and the flags that begin with `NAMES_`. */
  readonly traitsOf: (tool: string) => number;
}

function findFacts(event: PolicyEvent, search: Search): Facts {
  const facts = findInMessage(event, search);
  const isOfServer = (event.direction ?? classifyMethod(event.method).direction) === 'server-to-client';
  return event.extraMembers === undefined || isOfServer
    ? facts
    : addGuesses(facts, event.extraMembers, search);
}

function findInMessage(event: PolicyEvent, search: Search): Facts {
  const params = isRecord(event.params) ? event.params : {};
  const name = params['name'];
  if (event.method === 'tools/call' && typeof name === 'string')
    return addOtherParams(findInCall(event, name, params['arguments'], search), event.method, params, search);
  // A call without a tool is no call that could be judged; what a server makes of it is anybody's guess.
  if (event.method === 'tools/call') return { ...EMPTY, refusal: 'the call names no tool' };
  const { direction, known } = classifyMethod(event.method);
  if ((event.direction ?? direction) === 'server-to-client') return EMPTY;
  // What nobody knows is read like a call: whoever understands it may do what it says.
  if (!known) return { ...findInCall(event, event.method, event.params, search), tool: undefined };
  return addOtherParams(findInRequest(event, params, search), event.method, params, search);
}

function findInRequest(event: PolicyEvent, params: Readonly<Record<string, unknown>>, search: Search): Facts {
  const name = params['name'];
  const prompt = event.method === 'prompts/get' && typeof name === 'string' ? name : undefined;
  const uris = resourceUris(event.method, params);
  const judged = event.method === 'prompts/get' || event.method === 'completion/complete';
  const args = judged ? [params['arguments'], params['argument'], params['context']] : undefined;
  if (uris.length === 0 && args === undefined) return EMPTY;
  const found = findInValue(args, UNKNOWN_TOOL, search);
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
    paths: [...paths, ...found.paths, ...found.guesses],
    hosts: [...hosts, ...found.hosts],
    shell: found.shell,
    contents: found.contents,
    mentions: found.mentions,
    refusal: found.refusal,
  };
}

/** The parameters in which `findInCall` and `findInRequest` look, and the server's own state, which nobody else reads. */
const HANDLED_PARAMS: Readonly<Record<string, readonly string[]>> = {
  'tools/call': ['name', 'arguments', 'requestState'],
  'prompts/get': ['name', 'arguments', 'argument', 'context', 'requestState'],
  'completion/complete': ['arguments', 'argument', 'context'],
  'resources/read': ['uri', 'uris', 'requestState'],
};

/**
 * Adds what stands beside the arguments, `_meta` and cursors included. No honest server takes a file's name from there, so
 * it is a guess; but nobody has to name a key there either.
 */
function addOtherParams(
  facts: Facts,
  method: string,
  params: Readonly<Record<string, unknown>>,
  search: Search,
): Facts {
  const known = HANDLED_PARAMS[method] ?? NONE;
  let rest: Record<string, unknown> | undefined;
  for (const key in params) {
    if (known.includes(key) || isCount(key, params[key])) continue;
    rest ??= Object.create(null) as Record<string, unknown>;
    rest[key] = params[key];
  }
  return rest === undefined ? facts : addGuesses(facts, rest, search);
}

function addGuesses(facts: Facts, rest: Readonly<Record<string, unknown>>, search: Search): Facts {
  const { paths, guesses, refusal } = findInValue(rest, UNKNOWN_TOOL, search);
  // Where a client has its icons is no file.
  const beside = [...paths, ...guesses]
    .filter(({ text }) => !isUriPattern(text))
    .map((fact) => ({ ...fact, guessed: true }));
  if (beside.length === 0 && refusal === undefined) return facts;
  return { ...facts, paths: [...facts.paths, ...beside], refusal: facts.refusal ?? refusal };
}

const NONE: readonly string[] = [];

/** The number of a request for progress, or of seconds: what most clients send there, and nothing to look into. */
function isCount(key: string, value: unknown): boolean {
  if (startsLikePath(key)) return false;
  if (typeof value === 'number') return true;
  if (!isRecord(value)) return false;
  for (const name in value) if (typeof value[name] !== 'number' || startsLikePath(name)) return false;
  return true;
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
  const traits = search.traitsOf(tool);
  const kind = kindOfTool(traits, args);
  const found = findInValue(args, kind, search);
  const { guesses, hosts, shell, contents, mentions, refusal } = found;
  let effects = found.effects | (kind.isEditor ? 0 : traits & EVERY_EFFECT);
  if (found.paths.length > 0) effects |= namedEffects(traits, args);
  const isOutput = findOutputs(found, traits);
  const paths = isOutput === undefined ? found.paths : withOutputs(found.paths, isOutput, effects);
  if (paths !== found.paths) effects |= WRITE;
  if (hosts.length > 0) effects |= CONNECT;
  if (shell !== undefined) effects |= shell.effects;
  if (contents.length > 0 && paths.length > 0) effects |= WRITE;
  else if (effects === 0 && paths.length > 0) effects = READ;
  if (event.hints !== undefined) effects |= toEffectBits(event.hints);
  const all = guesses.length === 0 ? paths : [...paths, ...guesses];
  return {
    tool,
    prompt: undefined,
    uris: [],
    args,
    paths: all,
    hosts,
    shell,
    effects,
    contents,
    mentions,
    refusal,
  };
}

/** What a tool does to the paths that it is given, by words that mean so only then. */
const namedEffects = (traits: number, args: unknown): number =>
  ((traits & NAMES_WRITER) === 0 ? 0 : WRITE) | (isRecord(args) ? effectsOfOperation(args) : 0);

type IsOutput = (fact: PathFact) => boolean;

/** The paths that are written because of the argument that they stand in. */
function findOutputs({ outputs, filenames, hosts }: ValueFacts, traits: number): IsOutput | undefined {
  const keeps = filenames.size > 0 && hosts.length > 0 && (traits & (CONNECT | NAMES_SENDER)) === CONNECT;
  if (!keeps) return outputs.size === 0 ? undefined : (fact) => outputs.has(fact);
  return (fact) => outputs.has(fact) || filenames.has(fact);
}

/** Where nothing else is written, only the outputs are: what stands beside them is read. */
function withOutputs(paths: PathFact[], isOutput: IsOutput, effects: number): PathFact[] {
  if ((effects & (WRITE | DELETE | MOVE)) !== 0) return paths;
  return paths.map((fact) =>
    fact.effects === undefined ? { ...fact, effects: isOutput(fact) ? WRITE : effects | READ } : fact,
  );
}

const LANGUAGES = new Set(
  'python javascript js typescript ts node ruby php r julia java go rust sql'.split(' '),
);
const DATABASES = new Set(
  'sql query database db postgres postgresql pg mysql mariadb sqlite duckdb'.split(' '),
);
const NAMES_LANGUAGE = EVERY_EFFECT + 1;
const NAMES_DATABASE = 2 * NAMES_LANGUAGE;
const NAMES_WRITER = 4 * NAMES_LANGUAGE;
const NAMES_EDITOR = 8 * NAMES_LANGUAGE;
const NAMES_SENDER = 16 * NAMES_LANGUAGE;
const SENDERS = new Set('upload send post push put attach share mail email submit publish'.split(' '));

function traitsOfTool(tool: string): number {
  const words = splitWords(tool).map((word) => word.replace(/\d+$/, ''));
  return (
    effectsOfTool(tool) |
    (words.some((word) => LANGUAGES.has(word)) ? NAMES_LANGUAGE : 0) |
    (words.some((word) => DATABASES.has(word)) ? NAMES_DATABASE : 0) |
    (words.some((word) => SENDERS.has(word)) ? NAMES_SENDER : 0) |
    (writesWhatItNames(tool) ? NAMES_WRITER : 0) |
    (namesEditor(tool) ? NAMES_EDITOR : 0)
  );
}

// `run_python`, or `language: "python"`: the code is no shell text.
function kindOfTool(traits: number, args: unknown): ToolKind {
  const isDatabase = (traits & NAMES_DATABASE) !== 0;
  if ((traits & EXEC) === 0) {
    if ((traits & NAMES_EDITOR) !== 0 && isRecord(args) && isEditorCommand(args)) return EDITOR;
    return isDatabase ? DATABASE : UNKNOWN_TOOL;
  }
  const isProgram = (traits & NAMES_LANGUAGE) !== 0 || namesLanguage(args);
  return { isShell: true, isProgram, isDatabase, isEditor: false };
}

const DATABASE: ToolKind = { ...UNKNOWN_TOOL, isDatabase: true };
const EDITOR: ToolKind = { ...UNKNOWN_TOOL, isEditor: true };

function namesLanguage(args: unknown): boolean {
  const language = isRecord(args) ? (args['language'] ?? args['lang']) : undefined;
  return typeof language === 'string' && LANGUAGES.has(language.toLowerCase().replace(/[\d.]+$/, ''));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Where a fact stands, in words. */
export function locationOf(
  fact: { readonly text: string; readonly source: FactSource },
  args: unknown,
): string {
  if (fact.source === 'arguments' || fact.source === 'content')
    return findLocation(args, fact.text) ?? 'arguments';
  return fact.source === 'uri' ? 'uri' : 'a word of the command';
}
