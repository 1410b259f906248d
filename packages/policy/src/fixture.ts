// Runs recorded calls against a policy and compares the decisions, for `policy test`. The caller reads the files and
// prints the results.
import { type CompiledPolicy, compilePolicy, foldersToResolve } from './evaluate/compile-policy.js';
import type { ParseShell } from './facts/commands/shell/shell-syntax.js';
import type { Environment, Links } from './facts/environment.js';
import { isRecord } from './facts/is-record.js';
import { ACTIONS, type Action, type Policy, type PolicyEvent, type Ruling } from './model.js';
import { suggest } from './parse/suggestion.js';

/** A message with its expected decision. */
export interface Fixture {
  readonly event: PolicyEvent;
  readonly expected?: Action;
  readonly environment: Partial<Environment>;
}

export interface FixtureResult {
  readonly decision: Action;
  readonly rule: string;
  readonly reason: string;
  readonly expected?: Action;
  readonly ok: boolean;
}

const KEYS = [
  'jsonrpc',
  'id',
  'method',
  'params',
  'expected',
  'server',
  'client',
  'identity',
  'cwd',
  'home',
  'platform',
  'description',
];

/** Parses a fixture. If it is invalid, returns an error text that explains the problem. */
export function readFixture(value: unknown): Fixture | string {
  if (!isRecord(value)) return 'a fixture is a JSON object with `method` and `params`';
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `unknown key \`${unknown}\`; ${suggest(unknown, KEYS)}`;
  const { method, params, expected } = value;
  if (typeof method !== 'string') return 'the fixture has no `method`; add `"method": "tools/call"`';
  if (method === 'tools/call' && !(isRecord(params) && typeof params['name'] === 'string'))
    return 'the call has no `params.name`; name the tool';
  const action = expected === undefined ? undefined : readAction(expected);
  if (expected !== undefined && action === undefined)
    return `unknown decision \`${String(expected)}\`; ${suggest(String(expected), [...ACTIONS, 'block'])}`;
  const event = { method, params, ...pick(value, ['server', 'client', 'identity']) };
  return {
    event,
    environment: pick(value, ['cwd', 'home', 'platform']),
    ...(action === undefined ? {} : { expected: action }),
  };
}

/** Parses a decision as users write it; `block` means `deny`. */
export function readAction(value: unknown): Action | undefined {
  return value === 'block' ? 'deny' : ACTIONS.find((action) => action === value);
}

function pick<K extends string>(
  value: Readonly<Record<string, unknown>>,
  keys: readonly K[],
): Partial<Record<K, string>> {
  return Object.fromEntries(
    keys.flatMap((key) => (typeof value[key] === 'string' ? [[key, value[key]]] : [])),
  ) as Partial<Record<K, string>>;
}

export interface FixtureRunner {
  run(fixture: Fixture, expect?: Action): Promise<FixtureResult>;
}

export interface FixtureOptions {
  readonly environment: Environment;
  readonly shell?: ParseShell;
  readonly now?: number;
  /** Resolves the links of these paths. Without this function, links are not resolved. */
  readonly links?: (paths: readonly string[]) => Promise<Links>;
}

/** Creates a runner. It compiles the policy once for each environment in the fixtures. */
export function createFixtureRunner(policy: Policy, options: FixtureOptions): FixtureRunner {
  const { shell, now, links } = options;
  const compiled = new Map<string, CompiledPolicy>();
  const compile = async (environment: Environment) =>
    compilePolicy(policy, {
      environment,
      ...(shell === undefined ? {} : { shell }),
      ...(links === undefined ? {} : { links: await links(foldersToResolve(policy, environment)) }),
    });
  return {
    async run(fixture, expect) {
      const environment = { ...options.environment, ...fixture.environment };
      const key = JSON.stringify(environment);
      const engine = compiled.get(key) ?? (await compile(environment));
      compiled.set(key, engine);
      const prepared = engine.prepare(fixture.event);
      const context = {
        ...(now === undefined ? {} : { now }),
        ...(links === undefined ? {} : { links: await links(prepared.pathsToResolve()) }),
      };
      return compare(prepared.evaluate(context), fixture.expected ?? expect);
    },
  };
}

function compare({ action: decision, rule, reason }: Ruling, expected: Action | undefined): FixtureResult {
  if (expected === undefined) return { decision, rule, reason, ok: true };
  return { decision, rule, reason, expected, ok: decision === expected };
}
