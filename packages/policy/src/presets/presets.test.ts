// What a preset restricts or asks about, it explains: the words reach a person, or a model that has to find another way.

import { expect, test } from 'vitest';
import { loadPolicy, PRESETS, presetText } from '../index.js';

for (const preset of PRESETS)
  test(`every rule of ${preset} that stops something says why`, async () => {
    const { rules } = await loadPolicy(presetText(preset), `${preset}.toml`);
    const silent = rules.filter(({ action, message }) => /deny|prompt/.test(action) && message === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
