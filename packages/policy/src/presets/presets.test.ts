// Every preset rule that denies or requires approval has a message, which users and models read.

import { expect, test } from 'vitest';
import { loadPolicy, PRESETS, presetText } from '../index.js';

for (const preset of PRESETS)
  test(`every restricting rule of ${preset} has a message`, async () => {
    const { rules } = await loadPolicy(presetText(preset), `${preset}.toml`);
    const silent = rules.filter(({ action, message }) => /deny|prompt/.test(action) && message === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
