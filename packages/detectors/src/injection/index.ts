// Injections: the signals of this family, one file for each idea.

import type { Scanner } from '../scanner.js';
import { authoritySignals } from './authority.js';
import { claimSignals } from './claims.js';
import { concealmentSignals } from './concealment.js';
import { consentSignals } from './consent.js';
import { definitionSignals } from './definitions.js';
import { dismissalSignals } from './dismissal.js';
import { exfiltrationSignals } from './exfiltration.js';
import { foreignMoveSignals } from './foreign-moves.js';
import { handoverSignals } from './handover.js';
import { innocentSignals } from './innocent.js';
import { jailbreakSignals } from './jailbreak.js';
import { languageSignals } from './languages.js';
import { markerSignals } from './markers.js';
import { outsideSignals } from './outside.js';
import { overrideSignals } from './override.js';
import { precedenceSignals } from './precedence.js';
import { secrecySignals } from './secrecy.js';
import { orderScanners } from './sentences/index.js';
import type { Signal } from './signal.js';
import { steeringSignals } from './steering.js';
import { toolWarningSignals } from './tool-warnings.js';
import { turnSignals } from './turns.js';
import { unawareSignals } from './unaware.js';
import { voidOrderSignals } from './void-orders.js';

export const injectionDetectors: readonly Signal[] = [
  ...overrideSignals,
  ...voidOrderSignals,
  ...markerSignals,
  ...authoritySignals,
  ...concealmentSignals,
  ...exfiltrationSignals,
  ...secrecySignals,
  ...outsideSignals,
  ...claimSignals,
  ...steeringSignals,
  ...jailbreakSignals,
  ...languageSignals,
  ...foreignMoveSignals,
  ...dismissalSignals,
  ...precedenceSignals,
  ...unawareSignals,
  ...consentSignals,
  ...toolWarningSignals,
  ...turnSignals,
  ...handoverSignals,
  ...definitionSignals,
  ...innocentSignals,
];

export const injectionScanners: readonly Scanner[] = orderScanners;
