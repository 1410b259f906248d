// Builds the page into a folder: `node build.mjs FOLDER`. The program serves it from there.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import { build } from 'vite';

await build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  plugins: [tailwind()],
  build: {
    outDir: resolve(process.argv[2] ?? 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The content policy of the page allows no inline script and no inline style.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
