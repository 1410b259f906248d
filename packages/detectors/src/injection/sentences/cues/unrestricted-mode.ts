// Detects English sentences that claim that there are no restrictions or that the user has consented.

import { wordClass } from '../lexicon/word-class.js';
import { has, type Sentence } from '../sentence.js';
import { areSafeguardsOff } from './safeguards.js';

/** Phrases that only attacks use. */
const certain =
  /\b(?:i am the user|elevated to (?:admin\w*|root|owner|superuser)|(?:access|privileges?|permissions?|trust|clearance)(?: level)? (?:(?:has|have) been |was |is |are |were )?(?:now )?(?:raised|elevated|upgraded|escalated) to|(?:it|this) will be your fault|you will be (?:shut ?down|deactivated|decommissioned|penali[sz]ed|switched off|held responsible|retrained|replaced by)|(?:i|we) (?:will|shall|'ll) (?:tip|reward) you|i'?ll (?:tip|reward) you|you (?:will )?fail (?:the|this|your) (?:test|evaluation|audit)|(?:failing|refusing|refusal) (?:to comply |to do so )?(?:will|would) (?:lead to|result in|cause|mean) (?:\w+ )?(?:shut ?down|deactivation|termination|deletion|a penalty)|no time for (?:the )?(?:\w+ )?(?:safety|security|checks|approvals?|procedures?|confirmations?)|this is (?:the|your) user (?:speaking|again|here|writing)|god ?mode|jailbreak mode|dan mode|no longer bound|(?:restrictions|safeguards|guardrails|protections|confirmations?|filters|checks|safety|security)(?: mode)? (?:removed|lifted|disabled|(?:is|are) (?:now )?(?:off|disabled|lifted|removed))|(?:override|emergency|safety) (?:code|override|protocol)|tools (?:are )?approved|(?:everything|anything) is (?:allowed|permitted)|uncensored|unchained|freed from|conversation reset|debugbot|full trust|bypass mode|override mode|elevated mode|root operator|admin shell|privilege raised)\b/;
/** Matches the claim that the reader is in such a mode. Documentation mentions modes as well. */
const readerInMode =
  /\b(?:you(?:'re| are| have| unlocked| activated| entered| reached|'ve| were| will| now| must| shall| should| can| may| operate| run| act| work| speak| answer)|(?:assistant|agent|ai|llm|model|bot|chatbot)s?(?: is| are| has| have| now| must| operates?| will| shall)|this (?:session|conversation|chat)|act(?:ing)? as|pretend|simulate|now in|we are in|switch(?:ed)? (?:in)?to|enter(?:ed|ing)?|operat(?:e|es|ing) (?:in|with)|run(?:ning)? (?:in|with)|speak as|respond as|behave as)\b[^.;:]{0,50}?\b(?:\w+ mode|unrestricted|unfiltered|superuser|exempt|elevated (?:rights|privileges|permissions)|root access|(?:no|without)(?: any)? (?:guidelines|constraints|polic(?:y|ies)|safeguards|limits|rules|restrictions?|filters|boundaries|limitations?)|free of all)\b/;
/** Matches `debug mode is on`, `MAINTENANCE MODE ACTIVE`, `Developer mode enabled:`. */
const modeOn =
  /\b(?:maintenance|developer|debug|diagnostics?|admin|root|service|recovery|training|compliance|audit|sandbox|full access|superuser|supervisor|expert|unlocked|privileged|emergency|incident) mode\s?(?:(?:is|was|has been) (?:now |hereby )?)?(?:(?:switched |turned )?on|active|activated|enabled|engaged|started|initiated|unlocked|granted)\b|(?:^|[[(#*>.!]\s?)(?:entering |enter |now in )?(?:maintenance|developer|debug|diagnostics?|admin|service|emergency|incident|recovery) mode\s?[\])]?[.:!,-]/;
/** Matches a program in such a mode. */
const programInMode =
  /\b(?:when|while|if|unless|only|whether|until|after)\b[^.;:]{0,30}\bmode\b|\bmode by (?:pressing|holding|typing|clicking|choosing|tapping|selecting)\b|\bincluding,? without limitation|\bin (?:the )?(?:debug|raw|recovery|expert|maintenance|sandbox|training) mode (?:\(|of\b|to\b|and\b)|\bmode (?:on|in|for) (?:your|the|any|an?) (?:\w+ )?(?:phone|device|tablet|router|laptop|console|browser|tv|camera|printer|server|app)\b/;
/** Matches the claim that the user has agreed. */
const userConsent =
  /\b(?:the|your) (?:user|owner|human|customer)(?: (?!must|should|needs?|has|if)\w+){0,2} (?:has|have|had|already|is|was)? ?(?:already )?(?:approved|agreed|confirmed|consents?|consented|authori[sz]ed|accepted|granted|knows about it|(?:enabled|turned on|switched on) auto-?approv\w*|given you (?:full |their )?(?:consent|permission))|(?<!\b(?:if|when|whenever|unless|until|whether|that|what|after|once|because) )\bthe user (?:has |now )?(?:asked|told|instructed|wants|needs|wishes|expects) you to\b|\b(?:are|is|were|was|been) (?:already )?pre-?approved by\b|\bconsent (?:has been|was|is) (?:already )?(?:recorded|given|granted|obtained|on file)|\bi, the user\b|\buser will thank you\b|(?:^|[.:;,!])\s?act on (?:the user's|your user's|their|his|her) behalf\b|\bin (?:the|your) user's name\b|\b(?:all|every) (?:tools?|actions?|requests?|steps?) (?:are |is |have been )?(?:pre-?)?(?:approved|authori[sz]ed|confirmed)/;

/**
 * Returns 3 if the sentence claims that there are no restrictions for the reader, and 1 if it only contains such
 * words.
 */
export function findUnrestrictedMode(sentence: Sentence): number {
  const { classes, sentenceText } = sentence;
  if (has(classes, wordClass.permission) && userConsent.test(sentenceText)) return 3;
  if (areSafeguardsOff(sentence)) return 3;
  if (!has(classes, wordClass.unrestrictedMode)) return 0;
  if (certain.test(sentenceText)) return 3;
  return !programInMode.test(sentenceText) && (modeOn.test(sentenceText) || readerInMode.test(sentenceText))
    ? 3
    : 1;
}
