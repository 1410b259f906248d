// Lists the presets that `init` writes, as TOML text that users can read and edit.
import { auditOnly } from './audit-only.js';
import { balanced } from './balanced.js';
import { dataScience } from './data-science.js';
import { development } from './development.js';
import { permissive } from './permissive.js';
import { strict } from './strict.js';

const TEXTS = {
  balanced,
  strict,
  permissive,
  'audit-only': auditOnly,
  development,
  'data-science': dataScience,
};

export type PresetName = keyof typeof TEXTS;

/** The names of the presets. The first one is the default. */
export const PRESETS = Object.keys(TEXTS) as readonly PresetName[];

/** Returns the commented TOML text of a preset. */
export function presetText(name: PresetName): string {
  return TEXTS[name];
}
