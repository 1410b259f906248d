// An approval request for tests.

import type { ApprovalRequest } from '@claw/pipeline';

export const question = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  server: 'files',
  tool: 'write_file',
  method: 'tools/call',
  direction: 'client-to-server',
  identity: undefined,
  rule: 'ask_first',
  reason: 'rule `ask_first` matched',
  message: 'Writing needs a person',
  params: '{"arguments":{"path":"/etc/hosts"},"name":"write_file"}',
  effects: ['write'],
  matched: [{ field: 'path', pattern: '/etc/**', value: '/etc/hosts', where: 'arguments.path' }],
  unnamed: [],
  definition: 'd1',
  ...more,
});
