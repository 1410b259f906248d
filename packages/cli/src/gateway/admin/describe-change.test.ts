import type { AdminChange } from '@claw/admin';
import { expect, test } from 'vitest';
import { describeChange } from './describe-change.js';

const cases: readonly (readonly [Omit<AdminChange, 'by'>, string])[] = [
  [{ action: 'create', record: 'key', id: '1', name: 'agent' }, 'create key `agent`, by `first`'],
  [
    { action: 'change', record: 'proxy', id: '1', name: 'files', fields: ['url', 'auth'] },
    'change proxy `files` (url, auth), by `first`',
  ],
  [{ action: 'change', record: 'rules', id: '1', name: 'files' }, 'change rules of `files`, by `first`'],
  [
    { action: 'purge', record: 'cache', id: '1', name: 'files', tool: 'list_dir' },
    'purge cache of `files` (list_dir), by `first`',
  ],
  [{ action: 'decide', record: 'approval', id: 'a1' }, 'decide approval `a1`, by `first`'],
  [{ action: 'change', record: 'kill_switch', id: 'on' }, 'turn the kill switch on, by `first`'],
  [{ action: 'delete', record: 'key', id: 'k', failed: true }, 'delete key `k`, by `first`: failed'],
];
for (const [change, text] of cases)
  test(text, () => expect(describeChange({ ...change, by: 'first' })).toBe(text));
