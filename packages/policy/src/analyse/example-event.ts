// Builds an example message for a rule. Reports contain the message after it has been evaluated.
import { isRecord } from '../facts/is-record.js';
import type { Effect, PolicyEvent, Rule } from '../model.js';

const TOOLS: Readonly<Record<Effect, string>> = {
  read: 'read_file',
  write: 'write_file',
  delete: 'delete_file',
  move: 'move_file',
  exec: 'run',
  connect: 'fetch',
};
const METHODS: Readonly<Record<string, string>> = {
  tool_call: 'tools/call',
  resource_read: 'resources/read',
  prompt_get: 'prompts/get',
  sampling: 'sampling/createMessage',
  elicitation: 'elicitation/create',
  list: 'tools/list',
  notification: 'notifications/progress',
  other: 'completion/complete',
};

/** Returns one value that a pattern matches. */
function sample(pattern: string, star = 'x'): string {
  return pattern
    .replace(/\/\*\*$/, `/${star}`)
    .replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) =>
      wildcard === '**/' ? '/x/' : wildcard === '?' ? 'x' : star,
    );
}

/** Builds a message that should match the rule. The caller must evaluate the message to verify this. */
export function createExampleEvent(rule: Rule, star = 'x'): PolicyEvent {
  const { match } = rule;
  const first = (patterns: readonly string[] | undefined) =>
    patterns?.[0] === undefined ? undefined : sample(patterns[0], star);
  const effect =
    match.effect?.[0] ?? match.event?.find((event): event is Effect => Object.hasOwn(TOOLS, event));
  const kind = match.event?.find((event) => Object.hasOwn(METHODS, event));
  const method = methodOf(rule, kind, star);
  const names = {
    ...named('server', first(match.server)),
    ...named('client', first(match.client)),
    ...named('identity', first(match.identity)),
  };
  if (method === 'prompts/get')
    return { method, params: { name: first(match.prompt) ?? 'prompt' }, ...names };
  if (match.resource !== undefined || (method !== 'tools/call' && method.startsWith('resources/')))
    return {
      method,
      params: {
        uri:
          first(match.resource) ?? (match.path === undefined ? 'notes://x' : `file://${first(match.path)}`),
      },
      ...names,
    };
  if (method !== 'tools/call') return { method, params: {}, ...names };
  const tool =
    first(match.tool) ??
    (match.command !== undefined ? 'bash' : effect === undefined ? 'tool' : TOOLS[effect]);
  const hints = effect === undefined || match.tool === undefined ? {} : { hints: [effect] };
  return { method, params: { name: tool, arguments: argumentsOf(rule, star, effect) }, ...names, ...hints };
}

function methodOf({ match }: Rule, kind: string | undefined, star: string): string {
  const method = match.method?.[0];
  if (method !== undefined && !/^\*+$/.test(method)) return sample(method, star);
  if (match.prompt !== undefined) return 'prompts/get';
  if (match.resource !== undefined) return 'resources/read';
  return (kind === undefined ? undefined : METHODS[kind]) ?? 'tools/call';
}

function argumentsOf({ match }: Rule, star: string, effect: Effect | undefined): Record<string, unknown> {
  const args = emptyTable();
  if (match.path?.[0] !== undefined) args['path'] = sample(match.path[0], star);
  if (match.host?.[0] !== undefined) args['url'] = `https://${sample(match.host[0], star)}/`;
  else if (effect === 'connect') args['url'] = 'https://example.com/';
  if (match.command?.[0] !== undefined) args['command'] = sample(match.command[0], star);
  for (const { path, patterns } of match.args ?? []) {
    const value = sample(patterns[0] ?? '', star);
    const names = path[0] === '**' ? ['value'] : path;
    names.reduce<Record<string, unknown>>((table, name, index) => {
      if (index === names.length - 1) table[name] = value;
      else if (!isRecord(table[name])) table[name] = emptyTable();
      return table[name] as Record<string, unknown>;
    }, args);
  }
  return args;
}

/** The object has no prototype, because a rule may name an argument `__proto__` or `constructor`. */
const emptyTable = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

const named = (field: string, value: string | undefined) => (value === undefined ? {} : { [field]: value });
