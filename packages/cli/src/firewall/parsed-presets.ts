// The presets as parsed policies in JSON. The build inserts them; tests that run from source parse the text.

import type { PresetName } from '@claw/policy';

export const parsedPresets: Readonly<Partial<Record<PresetName, string>>> = {};
