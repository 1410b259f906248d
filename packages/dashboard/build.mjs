// Builds the page into a folder: `node build.mjs FOLDER`. The program serves it from there.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import { build } from 'vite';

const folder = resolve(process.argv[2] ?? 'dist');

await build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  plugins: [tailwind()],
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    // The content policy of the page allows no inline script and no inline style.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});

// Another program that used the same port earlier may have left scripts in the cache of the browser under our names. The
// page itself is not cached, and accepts only the files that were built with it.
const page = join(folder, 'index.html');
const html = await readFile(page, 'utf8');
const files = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
if (files.length < 2) throw new Error('The page names no script or no style.');
let checked = html;
for (const [tag, path] of files) {
  const hash = createHash('sha384').update(await readFile(join(folder, path)));
  checked = checked.replace(tag, () => `${tag} integrity="sha384-${hash.digest('base64')}"`);
}
await writeFile(page, checked);
