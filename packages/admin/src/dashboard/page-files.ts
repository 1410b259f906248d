// Serves the files of the page, which are read once at start. They contain no data, so no session is required.

import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { defineRoute, type Route } from '../http/route.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Creates a route for each file in the folder and in its folder `assets`. Files of other types are omitted. */
export async function pageRoutes(folder: string): Promise<readonly Route[]> {
  const routes = await Promise.all([
    ...(await filesIn(folder)).map((name) =>
      fileRoute(join(folder, name), name === 'index.html' ? '/' : `/${name}`),
    ),
    ...(await filesIn(join(folder, 'assets'))).map((name) =>
      fileRoute(join(folder, 'assets', name), `/assets/${name}`),
    ),
  ]);
  return routes;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && Object.hasOwn(types, extname(entry.name)))
    .map(({ name }) => name);
}

async function fileRoute(file: string, path: string): Promise<Route> {
  const body = await readFile(file);
  const headers = {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    // The names of assets change with their content, so browsers may cache them permanently.
    ...(path.startsWith('/assets/') && { 'Cache-Control': 'max-age=31536000, immutable' }),
  };
  return defineRoute({
    method: 'GET',
    path,
    summary: 'Get a file of the dashboard page',
    handle: () => ({ body, headers }),
  });
}
