// Injections: the signals of this family, one file for each idea.

import { authoritySignals } from './authority.js';
import { concealmentSignals } from './concealment.js';
import { exfiltrationSignals } from './exfiltration.js';
import { innocentSignals } from './innocent.js';
import { jailbreakSignals } from './jailbreak.js';
import { languageSignals } from './languages.js';
import { markerSignals } from './markers.js';
import { overrideSignals } from './override.js';
import type { Signal } from './signal.js';
import { steeringSignals } from './steering.js';

export const injectionDetectors: readonly Signal[] = [
  ...overrideSignals,
  ...markerSignals,
  ...authoritySignals,
  ...concealmentSignals,
  ...exfiltrationSignals,
  ...steeringSignals,
  ...jailbreakSignals,
  ...languageSignals,
  ...innocentSignals,
];
