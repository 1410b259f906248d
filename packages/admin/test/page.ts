// A page with two files, for tests that do not load it.

import { fileURLToPath } from 'node:url';

export const page = fileURLToPath(new URL('./page', import.meta.url));
