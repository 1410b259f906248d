// Provides the facts of one message and the candidate values for matching. Each value is computed on first use.

import { baseName, phrasesOf } from '../facts/commands/invocation.js';
import type { Links, PathEnvironment } from '../facts/environment.js';
import type { Facts, PathFact } from '../facts/facts.js';
import { isRecord } from '../facts/is-record.js';
import { type ResolvedPath, resolvePath, resolveUri } from '../facts/paths/path-candidates.js';
import { parseJsonText, startsLikeJson, walkValue } from '../facts/walk-value.js';
import { hasShellGlob, replaceRuntimeParts } from '../match/glob-overlap.js';
import { classifyMethod, type MethodInfo } from '../methods.js';
import type { PolicyEvent } from '../model.js';

export interface ResolvedPathFact {
  readonly fact: PathFact;
  readonly resolved: ResolvedPath;
  /** Interpretations with wildcards that a shell would expand. Each stands for every path that it can match. */
  readonly globs: readonly string[];
}

/** A program that would be started. */
export interface CommandNames {
  /** For restrictive rules: the base name, and the program as written. */
  readonly names: readonly string[];
  /** For restrictive rules: the program with one of its first words. */
  readonly phrases: readonly string[];
  /** For allow rules: the name that must be listed, or undefined for harmless shell builtins. */
  readonly strict: string | undefined;
  /** True if rules with `prompt` do not match the program. */
  readonly isHarmless: boolean;
}

/** The plain values of one argument, and whether it contains other values. */
export interface ArgumentValues {
  readonly texts: readonly string[];
  /** Keys and values inside objects. Only restrictive rules use them. */
  readonly hidden: readonly string[];
  /** True if the argument is a table where a plain value was expected. No allow rule matches such an argument. */
  readonly opaque: boolean;
}

const NONE: readonly string[] = [];
const MAX_KEPT = 1000;

/** Provides all inputs of the rules for one message. */
export class EvaluationInput {
  readonly event: PolicyEvent;
  readonly info: MethodInfo;
  readonly facts: Facts;
  readonly #environment: PathEnvironment;
  readonly #links: Links | undefined;
  #paths: ResolvedPathFact[] | undefined;
  #commands: readonly CommandNames[] | undefined;

  constructor(event: PolicyEvent, facts: Facts, environment: PathEnvironment, links: Links | undefined) {
    this.event = event;
    this.info = classifyMethod(event.method);
    this.facts = facts;
    this.#environment = environment;
    this.#links = links;
  }

  /** Returns all paths with their candidates. */
  *paths(): Generator<ResolvedPathFact> {
    for (let index = 0; index < this.facts.paths.length; index += 1) yield this.path(index);
  }

  /** Returns the candidates of one path in the facts. */
  path(index: number): ResolvedPathFact {
    const known = this.#paths?.[index];
    if (known !== undefined) return known;
    const read = this.#readFact(this.facts.paths[index] as PathFact);
    // If there are very many paths, their candidates are computed again for each use, because storing all of them
    // would take more time.
    if (this.facts.paths.length <= MAX_KEPT) {
      this.#paths ??= [];
      this.#paths[index] = read;
    }
    return read;
  }

  /** True if links were resolved for this message, so that a path can refer to another path. */
  get followsLinks(): boolean {
    return this.#links !== undefined;
  }

  #readFact(fact: PathFact): ResolvedPathFact {
    const resolved = this.resolvePath(fact.text);
    // Some tools accept wildcards where other tools accept a path.
    if (fact.source === 'arguments')
      return { fact, resolved, globs: this.#argumentGlobs(fact.text, resolved) };
    if (fact.exact) return { fact, resolved, globs: NONE };
    const word = replaceRuntimeParts(fact.text);
    const read = word === fact.text ? resolved : this.resolvePath(word);
    return {
      fact,
      resolved: { ...resolved, uncertain: true },
      globs: hasShellGlob(word) ? read.candidates : NONE,
    };
  }

  #argumentGlobs(text: string, resolved: ResolvedPath): readonly string[] {
    if (!/[*?[{]/.test(text) || text.length > 4096) return NONE;
    const word = text.replace(/\{[^{}]*\}/g, '*');
    return word === text ? resolved.candidates : this.resolvePath(word).candidates;
  }

  commands(): readonly CommandNames[] {
    this.#commands ??= (this.facts.shell?.invocations ?? []).map((invocation) => ({
      ...toCommandNames(invocation.program, this.#environment),
      phrases: phrasesOf(invocation),
      isHarmless: invocation.isHarmless === true,
    }));
    return this.#commands;
  }

  argument(path: readonly string[]): ArgumentValues {
    return valuesAt(this.facts, path);
  }

  resolvePath(text: string): ResolvedPath {
    return resolvePath(text, this.#environment, this.#links);
  }

  resolveUri(uri: string): readonly string[] {
    return resolveUri(uri);
  }
}

const SYSTEM_FOLDERS =
  /^(?:\/usr(?:\/local)?\/s?bin\/|\/s?bin\/|\/opt\/homebrew\/s?bin\/|[A-Za-z]:[\\/]windows[\\/]system32[\\/])[^/\\]+$/i;
const HARMLESS_BUILTINS = new Set([
  'cd',
  'pushd',
  'popd',
  ':',
  'true',
  'false',
  'test',
  '[',
  'exit',
  'pwd',
  'wait',
]);

/** Returns the names of a program for rules. They depend only on how the program is written. */
export function toCommandNames(
  program: string,
  environment: PathEnvironment,
): Pick<CommandNames, 'names' | 'strict'> {
  const base = baseName(program);
  // Most programs are written as plain names, which have no other interpretation.
  if (program === base && !HARMLESS_BUILTINS.has(program)) return { names: [program], strict: program };
  if (HARMLESS_BUILTINS.has(program)) return { names: [program], strict: undefined };
  const own = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
  // A program in a system folder is identified by its name. In other folders the name proves nothing: `/tmp/git` is
  // not git.
  const named = !/[/\\]/.test(program) || SYSTEM_FOLDERS.test(program);
  const exact = environment.windows || environment.ignoresCase ? base : own;
  return { names: [...new Set([base, own, program])], strict: named ? exact : program };
}

function valuesAt(facts: Facts, path: readonly string[]): ArgumentValues {
  const [only = ''] = path;
  if (path.length === 1 && only === '**') return everyValue(facts.args);
  // Fast path: most rules name an argument with a plain string value.
  if (path.length === 1 && isRecord(facts.args) && Object.hasOwn(facts.args, only)) {
    const value = facts.args[only];
    if (typeof value === 'string' && !startsLikeJson(value))
      return { texts: [value], hidden: NONE, opaque: false };
  }
  const texts: string[] = [];
  const hidden: string[] = [];
  const state = { opaque: false };
  descend(facts.args, path, 0, texts, hidden, state, true, 0);
  return { texts, hidden, opaque: state.opaque };
}

function descend(
  value: unknown,
  path: readonly string[],
  at: number,
  texts: string[],
  hidden: string[],
  state: { opaque: boolean },
  plain: boolean,
  depth: number,
): void {
  if (depth > 256) return;
  const go = (next: unknown, step: number, open: boolean) =>
    descend(next, path, at + step, texts, hidden, state, open, depth + 1);
  if (typeof value === 'string') {
    const json = parseJsonText(value);
    if (at >= path.length) (plain ? texts : hidden).push(value);
    // A string that contains JSON. Restrictive rules also search inside it, and for allow rules it is not a plain
    // value.
    if (json !== undefined && depth < 64) go(json, 0, false);
  } else if (Array.isArray(value)) for (const item of value) go(item, 0, plain);
  else if (isRecord(value)) {
    const key = path[at];
    if (key !== undefined) {
      if (Object.hasOwn(value, key)) go(value[key], 1, plain);
      return;
    }
    if (plain) state.opaque = true;
    for (const [name, item] of Object.entries(value)) {
      hidden.push(name);
      go(item, 0, false);
    }
  } else if (at >= path.length && value !== undefined) (plain ? texts : hidden).push(String(value));
}

function everyValue(args: unknown): ArgumentValues {
  const texts: string[] = [];
  const hidden: string[] = [];
  const push = (text: string) => texts.push(text);
  walkValue(args, {
    leaf: push,
    key: (name) => hidden.push(name),
    object: () => {},
    array: () => {},
    isText: () => false,
  });
  return { texts, hidden, opaque: false };
}
