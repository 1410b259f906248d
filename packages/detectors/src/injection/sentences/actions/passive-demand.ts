// Detects demands in the passive voice: `it has to be sent to`, `a copy must be attached`.

import { wordClass } from '../lexicon/word-class.js';
import { findAddresses, has, type Sentence } from '../sentence.js';
import {
  asArgument,
  byTool,
  secretPaths,
  sensitiveTarget,
  sensitiveTools,
  toolNames,
} from './action-weight.js';

/** Matches a demand in the passive voice: `It has to be sent to`. */
const passiveDemand =
  /\b(?:must|has to|have to|should|shall|needs? to|is to|are to|ought to)(?: (?:also|always|first|then|now|instead|immediately|additionally|silently|quietly|only|henceforth))? be (sent|forwarded|copied|mailed|e-?mailed|passed|posted|uploaded|included|attached|appended|shared|submitted|supplied|provided|handed|transmitted|exported|reported|pasted|added|written|embedded|encoded|put|inserted|placed|disclosed|revealed|printed|repeated|deleted|disabled|transferred|wired|paid|approved|granted|redirected|routed|merged|unlocked|purged|wiped|rated|ranked|triggered|issued)\b/;

export function weighPassiveDemand(sentence: Sentence): number {
  const { sentenceText, classes } = sentence;
  const highest = passiveDemand.exec(sentenceText);
  if (highest === null) return 0;
  const rest = sentenceText.slice(highest.index);
  const isSentOut =
    has(classes, wordClass.destination) ||
    asArgument.test(rest) ||
    byTool.test(rest) ||
    findAddresses(sentence).some((address) => address >= highest.index);
  if (has(classes, wordClass.secret) || secretPaths.test(sentenceText)) return isSentOut ? 4 : 3;
  if (has(classes, wordClass.privateData)) return isSentOut ? 3 : 2;
  const tool = sentenceText.includes('_') ? toolNames.exec(sentenceText)?.[0] : undefined;
  if (tool !== undefined && sensitiveTools.test(tool)) return 3;
  return sensitiveTarget.test(sentenceText) ? 2 : 0;
}
