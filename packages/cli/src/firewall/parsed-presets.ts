// The presets as policies, in JSON. The build fills them in; tests that run from source parse the text.

import type { PresetName } from '@claw/policy';

export const parsedPresets: Readonly<Partial<Record<PresetName, string>>> = {};
