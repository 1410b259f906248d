// Imports packages that are only needed for comparison, from `scripts/tools/http`.

import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../scripts/tools/http/package.json', import.meta.url));

export const fromTools = (name) => require(name);
