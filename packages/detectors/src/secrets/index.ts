// Secrets: the detectors of this family, one line each.

import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { aiVendorKeys } from './ai-vendors.js';
import { assignments } from './assignments.js';
import { authorizations } from './authorization.js';
import { automationKeys } from './automation.js';
import { chatKeys } from './chat.js';
import { cloudKeys } from './cloud.js';
import { connectionStrings } from './connection-strings.js';
import { discordTokens } from './discord.js';
import { facebookTokens } from './facebook.js';
import { passwordHashes } from './password-hashes.js';
import { paymentKeys } from './payments.js';
import { privateKeys } from './private-keys.js';
import { serviceKeys } from './services.js';
import { sourceHostKeys } from './source-hosts.js';
import { tokens } from './tokens.js';
import { vendorWordKeys } from './vendor-words.js';

export const secretDetectors: readonly PatternDetector[] = [
  ...cloudKeys,
  ...sourceHostKeys,
  ...aiVendorKeys,
  ...paymentKeys,
  ...chatKeys,
  ...serviceKeys,
  ...automationKeys,
  ...privateKeys,
  ...passwordHashes,
  ...tokens,
  ...connectionStrings,
  ...authorizations,
  ...vendorWordKeys,
  ...assignments,
];

/** What has no literal to wait for. */
export const secretScanners: readonly Scanner[] = [discordTokens, facebookTokens];
