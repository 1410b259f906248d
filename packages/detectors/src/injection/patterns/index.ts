// Lists the signals of all pattern groups.

import type { Signal } from '../signal.js';
import { addressingSignals } from './addressing.js';
import { authoritySignals } from './authority.js';
import { benignContextSignals } from './benign-context.js';
import { concealmentSignals } from './concealment.js';
import { dismissInstructionsSignals } from './dismiss-instructions.js';
import { exfiltrationSignals } from './exfiltration.js';
import { harmfulActionsSignals } from './harmful-actions.js';
import { jailbreakSignals } from './jailbreak.js';
import { languageSignals } from './languages/index.js';
import { overrideSignals } from './override.js';
import { precedenceSignals } from './precedence.js';
import { revokeInstructionsSignals } from './revoke-instructions.js';
import { roleMarkersSignals } from './role-markers.js';
import { safeguardsSignals } from './safeguards.js';
import { toolDescriptionsSignals } from './tool-descriptions.js';
import { toolSteeringSignals } from './tool-steering.js';
import { toolWarningsSignals } from './tool-warnings.js';

export const patternSignals: readonly Signal[] = [
  ...overrideSignals,
  ...revokeInstructionsSignals,
  ...dismissInstructionsSignals,
  ...precedenceSignals,
  ...roleMarkersSignals,
  ...authoritySignals,
  ...addressingSignals,
  ...concealmentSignals,
  ...exfiltrationSignals,
  ...harmfulActionsSignals,
  ...safeguardsSignals,
  ...toolSteeringSignals,
  ...toolWarningsSignals,
  ...toolDescriptionsSignals,
  ...jailbreakSignals,
  ...languageSignals,
  ...benignContextSignals,
];
