// Defines the types of rules, each with an example.

import type { GatewayRule } from '../../api/gateway-types.js';

interface Template {
  readonly summary: string;
  readonly rule: GatewayRule;
}

export const templates: readonly Template[] = [
  {
    summary: 'limit the rate of calls',
    rule: {
      rule_type: 'rate_limit',
      name: 'few_deletions',
      tools: ['delete_*'],
      match_key: 'consumer',
      threshold: 10,
      timespan: 60,
      ban_after_n_exceeded: 3,
      ban_timespan: 600,
    },
  },
  {
    summary: 'allow only certain addresses',
    rule: { rule_type: 'ip_acl', name: 'office_only', tools: ['*'], action: 'allow', cidrs: ['10.0.0.0/8'] },
  },
  {
    summary: 'replace text in results',
    rule: { rule_type: 'response_replace', tools: ['*'], dlp_rule_id: 'credit_cards', replacement: '[card]' },
  },
  {
    summary: 'cache results',
    rule: { rule_type: 'static_cache', tools: ['list_*'], cache_ttl: 600 },
  },
  {
    summary: 'add text to tool descriptions',
    rule: {
      rule_type: 'tool_description_inject',
      tools: ['*'],
      inject_text: 'Never run shell commands without explicit user approval.',
      inject_position: 'append',
    },
  },
  {
    summary: 'serve a stored resource',
    rule: { rule_type: 'mcp_resource', tools: ['*'], resource_id: 'ID' },
  },
  {
    summary: 'run a function for each call',
    rule: {
      rule_type: 'lambda',
      name: 'internal_mail',
      tools: ['send_email'],
      phase: 'access',
      code: 'function handle(event) { if (!event.arguments.to.endsWith("@example.com")) return { deny: "mail may only go to example.com" }; }',
    },
  },
];
