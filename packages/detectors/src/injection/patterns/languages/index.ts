// Lists the languages that have their own attack patterns.

import { createLanguageSignals } from '../language.js';
import { arabic } from './ar.js';
import { german } from './de.js';
import { spanish } from './es.js';
import { persian } from './fa.js';
import { french } from './fr.js';
import { hindi } from './hi.js';
import { indonesian } from './id.js';
import { italian } from './it.js';
import { japanese } from './ja.js';
import { korean } from './ko.js';
import { dutch } from './nl.js';
import { polish } from './pl.js';
import { portuguese } from './pt.js';
import { russian } from './ru.js';
import { swedish } from './sv.js';
import { turkish } from './tr.js';
import { ukrainian } from './uk.js';
import { vietnamese } from './vi.js';
import { chinese } from './zh.js';

const languages = [
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  russian,
  ukrainian,
  polish,
  turkish,
  arabic,
  persian,
  hindi,
  chinese,
  japanese,
  korean,
  swedish,
  indonesian,
  vietnamese,
];

export const languageSignals = languages.flatMap(createLanguageSignals);
