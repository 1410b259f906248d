// The presets in one sentence each, for whoever has to choose.

import type { PresetName } from '@claw/policy';

export const presetSummaries: Readonly<Record<PresetName, string>> = {
  balanced: 'balanced: stops what matters, asks rarely, lets a normal day of work pass',
  strict: 'strict: nothing passes that a rule does not name',
  permissive: 'permissive: everything passes and is recorded, except keys, credentials and our own files',
  'audit-only':
    'audit-only: records everything, refuses nothing but changes of the firewall; for finding out what your agents do',
  development: 'development: for coding agents with a shell; everyday tools run without a question',
  'data-science': 'data-science: reading is free, data does not leave, originals are not overwritten',
};
