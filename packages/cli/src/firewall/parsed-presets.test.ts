// Checks that a preset that the build has parsed is equal to a preset that is parsed at run time.

import { PRESETS, parsePolicy, presetText } from '@claw/policy';
import { expect, test } from 'vitest';

for (const name of PRESETS)
  test(`${name} is unchanged after a round trip through JSON`, async () => {
    const parsed = await parsePolicy(presetText(name));
    const policy = parsed.ok ? parsed.policy : undefined;
    expect(JSON.parse(JSON.stringify(policy))).toStrictEqual(policy);
  });
