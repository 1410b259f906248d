// Tests that every preset rule that denies or requires approval has a message for users and models, and tests the
// settings that protect by default.

import { expect, test } from 'vitest';
import { loadPolicy, PRESETS, presetText } from '../index.js';

for (const preset of PRESETS)
  test(`every restricting rule of ${preset} has a message`, async () => {
    const { rules } = await loadPolicy(presetText(preset), `${preset}.toml`);
    const silent = rules.filter(({ action, message }) => /deny|prompt/.test(action) && message === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

for (const preset of ['balanced', 'development', 'data-science'] as const)
  test(`${preset} requires approval for a tool with a dangerous change or a poisoned first definition`, async () => {
    const { settings } = await loadPolicy(presetText(preset), `${preset}.toml`);
    expect(settings.tools).toMatchObject({ dangerous_change: 'prompt', poisoning: 'prompt' });
  });
