// Finds the paths, hosts, commands and effects of a message. The facts are computed once for all rules and
// stages.

import { classifyMethod } from '../methods.js';
import type { PolicyEvent } from '../model.js';
import { kindOfKey } from './argument-keys.js';
import type { ShellFacts } from './commands/shell/shell-facts.js';
import type { ParseShell } from './commands/shell/shell-syntax.js';
import { CONNECT, DELETE, EVERY_EFFECT, MOVE, READ, toEffectBits, WRITE } from './effects.js';
import { addGitOptions } from './git/git-options.js';
import { addGuesses, addOtherParams } from './guessed-paths.js';
import { type Host, hostsOfUrls } from './hosts.js';
import { isRecord } from './is-record.js';
import { addPatchFiles, hasPatch } from './patches/patch-arguments.js';
import {
  kindOfTool,
  NAMES_GIT,
  NAMES_PATCH,
  NAMES_SENDER,
  namedEffects,
  traitsOfTool,
} from './tool-traits.js';
import { findInValue, UNKNOWN_TOOL, type ValueFacts, type ValueSearch } from './value-facts.js';
import { localFiles } from './written-arguments.js';

/** The part of the message that contains a fact. */
export type FactSource = 'arguments' | 'content' | 'command' | 'uri';

export interface PathFact {
  readonly text: string;
  readonly source: FactSource;
  /** The effects on this path. If the path is not a word of a command, these are the effects of the call. */
  readonly effects: number | undefined;
  /** False if the value of a word in shell text is known only at run time. */
  readonly exact: boolean;
  /** The original word, if `text` contains a folder that a command changed to before the word. */
  readonly name?: string;
  readonly folder?: string | undefined;
  /**
   * True if the text contains only letters, digits, `_-./`, inner spaces and tildes, so that it has a single
   * interpretation.
   */
  readonly plain?: boolean;
  /** True if the server may not use this text as a path. Only restrictive rules match such a path. */
  readonly guessed?: boolean;
  /** True if the text is outside the arguments, for example in `_meta`. Such a path is always guessed. */
  readonly outsideArguments?: boolean;
}

export interface HostFact extends Host {
  readonly text: string;
  readonly source: FactSource;
  /** True if the call only checks that the host exists, as `ping` does, and sends no data to a service. */
  readonly probed?: true;
}

/** All facts of one message. */
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
  /** Text that is written or sent. The call does not connect to the URLs in it. */
  readonly contents: readonly string[];
  /** Prose, code and search terms. The call does not connect to the addresses in them. */
  readonly mentions: readonly string[];
  /** The reason why the message cannot be evaluated. */
  readonly invalidReason: string | undefined;
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
  invalidReason: undefined,
};
const MAX_KEYS = 2000;

/** Creates a fact finder. It caches only the kinds of keys and tools, not the facts of a call. */
export function createFactFinder(parse?: ParseShell): FactFinder {
  const keyKinds = new Map<string, number>();
  const toolTraits = new Map<string, number>();
  const cached = (cache: Map<string, number>, name: string, compute: (name: string) => number) => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const value = compute(name);
    if (cache.size < MAX_KEYS && name.length < 256) cache.set(name, value);
    return value;
  };
  // The same key is often looked up several times in a row.
  let lastKey = '';
  let lastKind = 0;
  const search: Search = {
    parse,
    kindOf(key) {
      if (key === lastKey) return lastKind;
      lastKind = cached(keyKinds, key, kindOfKey);
      lastKey = key;
      return lastKind;
    },
    traitsOf: (tool) => cached(toolTraits, tool, traitsOfTool),
  };
  return { find: (event) => findFacts(event, search) };
}

interface Search extends ValueSearch {
  /** Returns the effects of a tool according to its name, and the flags that begin with `NAMES_`. */
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
  // A call without a tool cannot be evaluated, because the protocol does not define what a server does with it.
  if (event.method === 'tools/call') return { ...EMPTY, invalidReason: 'the call names no tool' };
  const { direction, known } = classifyMethod(event.method);
  if ((event.direction ?? direction) === 'server-to-client') return EMPTY;
  // An unknown method is treated like a call, because a server may execute it.
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
    invalidReason: found.invalidReason,
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
  const traits = search.traitsOf(tool);
  const kind = kindOfTool(traits, args);
  const found = findInValue(args, kind, search);
  const { guesses, hosts, contents, mentions, invalidReason } = found;
  const { shell, effects: added } =
    (traits & NAMES_GIT) === 0 ? found : addGitOptions(tool, args, found, search);
  const isPatch = (traits & NAMES_PATCH) !== 0 || ((traits & WRITE) !== 0 && hasPatch(args));
  const patched = isPatch ? addPatchFiles(args, found) : 0;
  let effects = found.effects | added | patched | (kind.isEditor ? 0 : traits & EVERY_EFFECT);
  if (found.paths.length > 0) effects |= namedEffects(traits, args);
  const isOutput = findOutputs(found, traits, args);
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
    invalidReason,
  };
}

type IsOutput = (fact: PathFact) => boolean;

/** Determines which paths are written because of the arguments that contain them. */
function findOutputs(
  { outputs, filenames, hosts }: ValueFacts,
  traits: number,
  args: unknown,
): IsOutput | undefined {
  const local = (traits & NAMES_SENDER) === 0 ? localFiles(args) : undefined;
  if (local !== undefined) return (fact) => outputs.has(fact) || local.has(fact.text);
  const keeps = filenames.size > 0 && hosts.length > 0 && (traits & (CONNECT | NAMES_SENDER)) === CONNECT;
  if (!keeps) return outputs.size === 0 ? undefined : (fact) => outputs.has(fact);
  return (fact) => outputs.has(fact) || filenames.has(fact);
}

/** If the call only writes outputs, it reads the paths in other arguments. */
function withOutputs(paths: PathFact[], isOutput: IsOutput, effects: number): PathFact[] {
  if ((effects & (WRITE | DELETE | MOVE)) !== 0) return paths;
  return paths.map((fact) =>
    fact.effects === undefined ? { ...fact, effects: isOutput(fact) ? WRITE : effects | READ } : fact,
  );
}
