// Finds guards that have no effect or an unexpected effect.
import type { Problem } from '../parse/diagnostics.js';
import type { Guard } from '../parse/schema/guards.js';

/** Returns warnings about enabled guards. */
export const findGuardWarnings = (guards: readonly Guard[]): Problem[] =>
  guards.flatMap((guard, index) =>
    guard['enabled'] === false
      ? []
      : [...aboutAddresses(guard, index), ...aboutLimits(guards, index), ...aboutResources(guards, index)],
  );

function aboutAddresses({ rule_type: type, match_key: by }: Guard, index: number): Problem[] {
  const help = 'remove it, unless the policy is also used over HTTP (`--listen` or the gateway)';
  if (type === 'ip_acl')
    return [
      warn(
        index,
        'rule_type',
        'no-effect',
        '`ip_acl` has no effect over stdio, where calls have no IP address',
        help,
      ),
    ];
  if (type === 'rate_limit' && by === 'ip')
    return [
      warn(
        index,
        'match_key',
        'no-address',
        'over stdio, `match_key = "ip"` counts all calls together, because they have no IP address',
        help,
      ),
    ];
  return [];
}

function aboutLimits(guards: readonly Guard[], index: number): Problem[] {
  const guard = guards[index] as Guard;
  if (guard.rule_type !== 'rate_limit') return [];
  const { name, threshold, timespan, ban_after_n_exceeded: after, ban_timespan: ban } = guard;
  const same = guards
    .slice(0, index)
    .findIndex((one) => one.rule_type === 'rate_limit' && one['enabled'] !== false && one['name'] === name);
  const other = guards[same];
  const problems: Problem[] = [];
  if (other !== undefined && (other['threshold'] !== threshold || other['timespan'] !== timespan))
    problems.push(
      warn(
        index,
        'name',
        'shared-counter',
        `guard ${same + 1} has the same name, \`${String(name)}\`, but another limit; both use one counter`,
        'give each limit its own name',
      ),
    );
  if (ban !== undefined && after === undefined)
    problems.push(
      warn(
        index,
        'ban_timespan',
        'no-effect',
        '`ban_timespan` has no effect without `ban_after_n_exceeded`',
        'set both, or remove it',
      ),
    );
  return problems;
}

function aboutResources(guards: readonly Guard[], index: number): Problem[] {
  const guard = guards[index] as Guard;
  const { rule_type: type, uri } = guard;
  if (type !== 'mcp_resource' || uri === undefined) return [];
  const same = guards.slice(0, index).findIndex((one) => one['enabled'] !== false && one['uri'] === uri);
  return same === -1
    ? []
    : [
        warn(
          index,
          'uri',
          'no-effect',
          `guard ${same + 1} already serves \`${String(uri)}\``,
          'give the resource its own URI, or remove it',
        ),
      ];
}

const warn = (index: number, key: string, code: string, message: string, help: string): Problem => ({
  severity: 'warning',
  code,
  message,
  help,
  path: ['guard', index, key],
  atKey: true,
});
