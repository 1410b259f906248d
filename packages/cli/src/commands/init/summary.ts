// Formats what `init` prints about the new policy and the next steps.

import type { Policy } from '@claw/policy';

/** Describes the rules with their messages, the strictest first. */
export function describeRules({ rules }: Policy): string[] {
  const words = { deny: 'denies', prompt: 'requires approval', allow: 'allows', log: 'logs' } as const;
  return (['deny', 'prompt', 'allow', 'log'] as const).flatMap((action) =>
    rules
      .filter((rule) => rule.action === action)
      .map(({ name, message, description }) => {
        const why = message ?? description;
        return `${words[action].padEnd(words.prompt.length)} ${name}${why === undefined ? '' : `: ${why}`}`;
      }),
  );
}

export function nextSteps(
  servers: number,
  unprotected: number,
  wrappable: number,
  unusable: boolean,
): string[] {
  if (servers === 0)
    return [
      `next:       clawdefender scan     (${unusable ? 'no MCP servers found in the readable files' : 'no MCP servers found yet'})`,
    ];
  if (unprotected === 0) return [`all ${servers} servers are behind the firewall`];
  const others = unprotected - wrappable;
  const now = servers - unprotected;
  const count =
    now === 0
      ? `${wrappable} of ${servers} servers`
      : `${wrappable} more, then ${now + wrappable} of ${servers} servers`;
  const steps = [
    ...(wrappable > 0 ? [`clawdefender wrap --all     (protects ${count})`] : []),
    // The other servers are in projects or cannot be protected.
    ...(others > 0 ? [`clawdefender scan     (shows why ${others} are unprotected)`] : []),
  ];
  return steps.map((step, index) => `${(index === 0 ? 'next:' : '').padEnd(12)}${step}`);
}
