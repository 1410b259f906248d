// Detection engines for the data categories. All rules for the same kind of data share one engine, so that a message is
// searched only once and the proxies of a gateway do not each hold a copy of its tables.

import { createEngine, type Engine, type Kind, urlDetector } from '@claw/detectors';
import { dataCategories } from './data-categories.js';

type Category = keyof typeof dataCategories;

/** Engines have no state between texts; each is built when it is first used. */
const engines = new Map<string, Engine>();

export function dataEngine(category: Category): Engine {
  // Most texts contain URLs, so only rules about URLs search for them.
  return category === 'urls' ? engineFor('personal', 'urls') : engineFor(dataCategories[category][0]);
}

function engineFor(kind: Kind, more?: 'urls'): Engine {
  const name = `${kind} ${more}`;
  const known = engines.get(name);
  if (known !== undefined) return known;
  const engine = createEngine({
    kinds: [kind],
    patternDetectors: more === undefined ? [] : [urlDetector],
  });
  engines.set(name, engine);
  return engine;
}
