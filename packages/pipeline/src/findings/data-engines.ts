// Detection engines for the data categories. All rules for the same kind of data share one engine, so that a message is
// searched only once and the proxies of a gateway do not each hold a copy of its tables.

import type { Engine, Kind } from '@claw/detectors';
import { createScopedEngine } from '../engine-scope.js';
import { dataCategories } from './data-categories.js';

type Category = keyof typeof dataCategories;

/** Engines keep no state between texts. Each is built on first use. */
const engines = new Map<string, Engine>();

export function dataEngine(category: Category): Engine {
  // Rules without URLs get an engine that does not search for them, because most texts contain URLs.
  return category === 'urls' ? engineFor('personal', 'urls') : engineFor(dataCategories[category][0]);
}

function engineFor(kind: Kind, more?: 'urls'): Engine {
  const name = `${kind} ${more}`;
  const known = engines.get(name);
  if (known !== undefined) return known;
  const engine = createScopedEngine([kind], more === 'urls');
  engines.set(name, engine);
  return engine;
}
