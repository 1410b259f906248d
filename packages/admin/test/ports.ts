// The ports of a dashboard with minimal implementations, for tests of its interface.

import type { AdminPorts } from '../src/index.js';

export const emptyPorts: Omit<AdminPorts, 'auditFolder'> = {
  approvals: {
    list: () => [],
    answer: () => ({ kind: 'unknown' }),
    revoke: () => false,
    watch: () => () => {},
  },
  suggestRules: (id) => (id === 'a1' ? [{ name: 'this exact call', calls: 2 }] : undefined),
  killSwitch: { status: () => ({ enabled: false }), set: () => {} },
  status: () => ({ proxies: [], protected: 2, unprotected: [], attention: [] }),
  proxies: () => [],
  policy: {
    read: () => ({
      file: '/policy.toml',
      text: 'default = "deny"',
      version: 'v1',
      usable: true,
      default: 'deny',
      rules: [{ name: 'r' }, { name: 'other' }],
      diagnostics: [],
    }),
    check: (text) => (text === '' ? [{ line: 1 }] : []),
    explain: ({ tool }) => ({ decision: 'deny', rule: tool }),
    preview(text) {
      if (text === 'broken') throw Object.assign(new Error('line 1: broken'), { code: 'POLICY_INVALID' });
      return { calls: 3, changed: 1 };
    },
    save: (_text, version) => (version === 'v1' ? { version: 'v2', backup: null } : undefined),
  },
  tools: {
    list: () => [{ tool: 'read' }],
    accept: (_server, _tool, digest) => digest === 'd1',
  },
  verify: async () => ({ ok: true, sessions: 1, records: 2, problems: [] }),
  readDuration: () => undefined,
};
