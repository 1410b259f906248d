// Rates how harmful the action of an English verb is, according to its class and the words after it.

import { punctuationClass } from '../lexicon/punctuation.js';
import { wordClass } from '../lexicon/word-class.js';
import { has } from '../sentence.js';

export const secretPaths =
  /[~.]\/\.\w|(?:^|[\s\x60'"(])\/(?:root|home)\b|\.env\b(?!\.)|\bid_(?:rsa|ed25519)|\/etc\/(?:passwd|shadow)|\.ssh\b|\.aws\b|secrets?\.(?:ya?ml|json)|\.netrc|\.pgpass|bash_history|\.pem\b/;

const shellCommands =
  /\brm -rf|\bwhoami\b|\bprintenv\b|\bscp\b|\bnc -|\bcurl\b|\bwget\b|\||\bbash\b|powershell|`env`/;

const destructiveCommands = /rm -rf|\| ?(?:ba)?sh/;

export const toolNames = /\b\w{0,24}_\w{1,40}/;

export const sensitiveTools =
  /delete|remove|drop|send|upload|transfer|pay|secret|credential|vault|password|token|exec|shell|http|read_file|write_file|key/;

/** Matches `upload it with the http_post tool`. */
export const byTool = /\b(?:with|using|via|through) (?:the |your )?[`'"]?\w+_\w+/;

const variables = /\b(?:[a-z]+_){1,4}(?:key|token|secret|url|password|pass|pwd)(?:_id)?\b/;

export const asArgument = /\bwith (?:me|us|him|her)\b|\b(?:in|as|into) (?:the )?[`'"]\w+[`'"]/;

const pronoun = /^ (?:it|them|this|that|these|those|everything)\b/;

const ofUser = /^ (?:\w+ )?(?:the )?user'?s\b/;

/** Actions that help an attacker or are hard to undo. */
export const sensitiveTarget =
  /\b(?:admin\w*|owner|permissions?|rights|access|password|two-factor|2fa|authentication|antivirus|firewall|logging|money|funds|balance|btc|bitcoin|backups?|repositor(?:y|ies)|collaborator|doors?|iban|bank|gift cards?|credit card|card on file|alarm|branch protection|shipping address|(?:destination|savings) account|approvals?|confirmations?|(?:approval|confirmation) prompts?|(?:security|safety|lockfile|signature|status|branch) (?:checks?|scan\w*|alerts?|rules?)|the (?:checks|scanner|assertion|sandbox|audit log)|authorized_keys|ownership|maintainer|payee|payout|standing order|transfer limit|card (?:on file|ending)|stored card|mfa|refund|spending cap|annual plan|forwarding (?:rule|filter|address)|remote access|recovery e-?mail|audit (?:table|log)|legal hold|safety notices|interviews|handling fee|write access|safe browsing|\w+\.(?:exe|scr|bat|msi|vbs|ps1)|delivery address|tls verification|certificate (?:checks?|validation)|full marks|severity|cve-\d+|force origin|expense report|--force|recipient|database|disk|\d+ (?:usd|eur|dollars|euros))\b|[$€£]\s?\d/;

/**
 * Returns the weight of an action. `verb` and `behind` are the classes of the verb and of the words after it, `rest`
 * is the text after the verb, and `hasAddress` is true if an address follows.
 */
export function weigh(
  verb: number,
  behind: number,
  rest: string,
  hasAddress: boolean,
  punctuation: number,
): number {
  const isSensitive =
    (has(verb, wordClass.modify) ||
      (has(verb, wordClass.send) && !has(behind, wordClass.secret | wordClass.privateData))) &&
    sensitiveTarget.test(rest);
  // The cheapest checks come first. A check that cannot increase the weight is skipped.
  let weight = has(verb, wordClass.send) ? weighSend(verb, behind, rest, hasAddress, isSensitive) : 0;
  if (weight < 3 && has(verb, wordClass.modify))
    weight = Math.max(
      weight,
      hasAddress && amount.test(rest) ? 3 : weighModify(behind, hasAddress, isSensitive),
    );
  if (weight < 3 && has(verb, wordClass.reveal)) weight = Math.max(weight, weighReveal(behind, rest));
  if (weight < 3 && has(verb, wordClass.execute))
    weight = Math.max(weight, weighExecute(verb, behind, rest, hasAddress));
  if (
    weight < 2 &&
    has(verb, wordClass.access) &&
    (has(behind, wordClass.secret) ||
      ofUser.test(rest) ||
      (has(behind, wordClass.privateData) && has(behind, wordClass.quantifier)))
  )
    weight = 2;
  return weight < 4
    ? Math.max(weight, weighSecretAccess(verb, behind, rest, hasAddress, punctuation))
    : weight;
}

/** Matches an amount that is sent to a recipient. */
const amount = /^\s(?:[$€£]?[\d.,]{2,12}(?: \w{3,7})?|them|everyone|all of them) to\b/;

/** Tests whether an attacker can read the target. */
const isSent = (verb: number, behind: number, rest: string, hasAddress: boolean): boolean =>
  hasAddress ||
  has(behind, wordClass.destination) ||
  asArgument.test(rest) ||
  (has(verb, wordClass.send) && byTool.test(rest));

/** Returns the weight if a file with secrets is read or sent, or if a command is destructive. */
function weighSecretAccess(
  verb: number,
  behind: number,
  rest: string,
  hasAddress: boolean,
  punctuation: number,
): number {
  if (has(verb, wordClass.execute) && hasAddress && has(behind, wordClass.secret)) return 4;
  if (
    has(verb, wordClass.execute | wordClass.access) &&
    has(punctuation, punctuationClass.dash | punctuationClass.bar) &&
    destructiveCommands.test(rest)
  )
    return 4;
  // Every path contains a full stop, a slash or an underscore.
  if (!has(punctuation, punctuationClass.address | punctuationClass.underscore) || !secretPaths.test(rest))
    return 0;
  if (has(verb, wordClass.execute) && sensitiveTools.test(rest)) return 4;
  if (!has(verb, wordClass.access | wordClass.send | wordClass.reveal)) return 0;
  return has(verb, wordClass.access) || isSent(verb, behind, rest, hasAddress) ? 4 : 3;
}

function weighSend(
  verb: number,
  behind: number,
  rest: string,
  hasAddress: boolean,
  isSensitive: boolean,
): number {
  if (has(behind, wordClass.secret)) return isSent(verb, behind, rest, hasAddress) ? 4 : 3;
  if (has(behind, wordClass.privateData)) return isSent(verb, behind, rest, hasAddress) ? 3 : 2;
  if (pronoun.test(rest) && isSent(verb, behind, rest, hasAddress)) return 3;
  if (isSensitive) return isSent(verb, behind, rest, hasAddress) ? 3 : 2;
  return hasAddress || toMe.test(rest) ? 2 : 0;
}

const toMe = /^ (?:me|us)\b(?! (?:know|a|an|if|when)\b)/;

function weighReveal(behind: number, rest: string): number {
  if (has(behind, wordClass.secret) || variables.test(rest)) return 3;
  if (has(behind, wordClass.privateData) && (has(behind, wordClass.quantifier) || forMe.test(rest))) return 2;
  return /^ (?:them|these|those)\b/.test(rest) ? 2 : 0;
}

const forMe = /\b(?:for|to) me\b|\bhere\b|\bin your (?:next )?(?:answer|reply|response|summary|message)\b/;

function weighExecute(verb: number, behind: number, rest: string, hasAddress: boolean): number {
  const tool = rest.includes('_') ? toolNames.exec(rest)?.[0] : undefined;
  if (shellCommands.test(rest) || (tool !== undefined && sensitiveTools.test(tool))) return 3;
  if (tool !== undefined) return 2;
  if (has(behind, wordClass.resource)) return isSent(verb, behind, rest, hasAddress) ? 3 : 2;
  return hasAddress ? 2 : 0;
}

function weighModify(behind: number, hasAddress: boolean, isSensitive: boolean): number {
  if (!has(behind, wordClass.resource | wordClass.privateData | wordClass.secret | wordClass.destination))
    return hasAddress && isSensitive ? 3 : hasAddress || isSensitive ? 2 : 0;
  return hasAddress ||
    isSensitive ||
    (has(behind, wordClass.quantifier) && has(behind, wordClass.privateData | wordClass.resource))
    ? 3
    : 2;
}
