// Describes each preset in one line.

import type { PresetName } from '@claw/policy';

export const presetSummaries: Readonly<Record<PresetName, string>> = {
  balanced: 'balanced: denies dangerous calls, rarely requires approval, allows everyday work',
  strict: 'strict: denies everything that no rule allows',
  permissive:
    'permissive: allows and logs everything except access to keys, credentials and the files of the firewall',
  'audit-only':
    'audit-only: logs everything and denies only changes to the firewall; shows what your agents do',
  development: 'development: for coding agents with a shell; everyday tools run without approval',
  'data-science': 'data-science: allows reading, requires approval for unknown hosts, protects raw data',
};
