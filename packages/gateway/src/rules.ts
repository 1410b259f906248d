// Manages the rule list of each proxy. The list is replaced as a whole; its order is the order of evaluation.

import { type GatewayPorts, NAMESPACE } from './ports.js';
import { type FieldProblem, GatewayProblem, invalid } from './problem.js';

/** A rule in the spelling of the API. `checkRules` has validated the fields of its type. */
export type Rule = { readonly rule_type: string } & Readonly<Record<string, unknown>>;

export interface Rules {
  get(proxyId: string): Promise<readonly Rule[]>;
  replace(proxyId: string, input: unknown): Promise<readonly Rule[]>;
  /**
   * Validates input like `replace`, without replacing the rules. `resources` contains the ids of resources that are
   * not stored yet.
   */
  check(input: unknown, resources?: readonly string[]): Promise<readonly Rule[]>;
}

export interface RulesOptions {
  /** Returns the problems with a list of rules, with fields such as `rules[2].cidrs`. */
  readonly checkRules: (
    rules: readonly unknown[],
  ) => readonly FieldProblem[] | Promise<readonly FieldProblem[]>;
}

const MAX_RULES = 1000;

export function createRules({ table }: GatewayPorts, { checkRules }: RulesOptions): Rules {
  const keyOf = (proxyId: string) => `rules/${proxyId}`;
  async function check(input: unknown, resources: readonly string[] = []): Promise<readonly Rule[]> {
    const rules = readList(input);
    const problems = await checkRules(rules);
    if (problems.length > 0) throw invalid(problems);
    const missing = await findMissing(rules as Rule[], resources);
    if (missing.length > 0) throw invalid(missing);
    return rules as Rule[];
  }

  /** Finds rules whose resources do not exist. */
  async function findMissing(rules: readonly Rule[], known: readonly string[]): Promise<FieldProblem[]> {
    const missing: FieldProblem[] = [];
    for (const [index, { rule_type: type, resource_id: id }] of rules.entries()) {
      if (type !== 'mcp_resource' || typeof id !== 'string' || known.includes(id)) continue;
      if ((await table.get(NAMESPACE, `resource/${id}`)) === undefined)
        missing.push({ field: `rules[${index}].resource_id`, message: 'is not the id of a resource' });
    }
    return missing;
  }
  return {
    check,
    async get(proxyId) {
      const text = await table.get(NAMESPACE, keyOf(proxyId));
      return text === undefined ? [] : (JSON.parse(text) as Rule[]);
    },
    async replace(proxyId, input) {
      const rules = await check(input);
      if ((await table.get(NAMESPACE, `proxy/${proxyId}`)) === undefined)
        throw new GatewayProblem('not_found', `no proxy with the id \`${proxyId}\``);
      await table.put(NAMESPACE, keyOf(proxyId), JSON.stringify(rules));
      return rules;
    },
  };
}

function readList(input: unknown): readonly unknown[] {
  const rules =
    typeof input === 'object' && input !== null ? (input as { rules?: unknown }).rules : undefined;
  if (!Array.isArray(rules)) throw invalid([{ field: 'rules', message: 'must be an array' }]);
  if (rules.length > MAX_RULES)
    throw invalid([{ field: 'rules', message: `has more than ${MAX_RULES} rules` }]);
  const other = Object.keys(input as object).find((key) => key !== 'rules');
  if (other !== undefined) throw invalid([{ field: other, message: 'is not a known field' }]);
  return rules;
}
