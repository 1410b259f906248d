// Lists the detectors of secrets.

import type { PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { assignments } from './assignments.js';
import { authorizations } from './authorization.js';
import { connectionStrings } from './connection-strings.js';
import { credentialFiles } from './credential-files.js';
import { environmentDump } from './environment-dump.js';
import { jsonWebTokens } from './jwt.js';
import { passwordHashes } from './password-hashes.js';
import { privateKeys } from './private-keys.js';
import { terraformState } from './terraform-state.js';
import { aiKeys } from './vendors/ai.js';
import { automationKeys } from './vendors/automation.js';
import { businessServiceKeys } from './vendors/business-services.js';
import { keysByPrefix } from './vendors/by-prefix.js';
import { keysByVendorName } from './vendors/by-vendor-name.js';
import { cloudKeys } from './vendors/cloud.js';
import { codeHostingKeys } from './vendors/code-hosting.js';
import { discordTokens } from './vendors/discord.js';
import { facebookTokens } from './vendors/facebook.js';
import { messagingKeys } from './vendors/messaging.js';
import { paymentKeys } from './vendors/payments.js';
import { keysByVendorWord } from './vendors/vendor-words.js';

export const secretPatternDetectors: readonly PatternDetector[] = [
  ...cloudKeys,
  ...codeHostingKeys,
  ...aiKeys,
  ...paymentKeys,
  ...messagingKeys,
  ...businessServiceKeys,
  ...automationKeys,
  ...privateKeys,
  ...passwordHashes,
  ...jsonWebTokens,
  ...connectionStrings,
  ...credentialFiles,
  ...authorizations,
  ...keysByVendorName,
  ...keysByVendorWord,
  ...keysByPrefix,
  ...assignments,
];

/** The function detectors. */
export const secretFunctionDetectors: readonly FunctionDetector[] = [
  discordTokens,
  facebookTokens,
  environmentDump,
  terraformState,
];
