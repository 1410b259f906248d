// Generalizes paths and hosts to folders and domains: wide enough for similar work, but never as wide as a home
// folder or a shared domain.

import { posix } from 'node:path';

/** The number of paths or hosts from which they are replaced by their common folder or domain. */
const enough = 3;

/** Patterns that match all of these canonical paths. */
export function generalizePaths(paths: Iterable<string>, home: string): string[] {
  const folders = new Set<string>();
  const single = new Set<string>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    if (isTooWide(folder, home)) single.add(path);
    else folders.add(folder);
  }
  for (let merged = true; merged; ) merged = mergeNeighbours(folders, home);
  const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  const outer = [...folders].filter((one) => ![...folders].some((two) => two !== one && inside(one, two)));
  const rest = [...single].filter((path) => !outer.some((folder) => inside(path, folder)));
  return [...outer.map((folder) => `${folder}/**`), ...rest].map((path) => fromHome(path, home)).sort();
}

/** Three sibling folders are generalized. */
function mergeNeighbours(folders: Set<string>, home: string): boolean {
  const byParent = new Map<string, string[]>();
  for (const folder of folders) {
    const parent = posix.dirname(folder);
    byParent.set(parent, [...(byParent.get(parent) ?? []), folder]);
  }
  for (const [parent, children] of byParent) {
    if (children.length < enough || folders.has(parent) || isTooWide(parent, home)) continue;
    for (const child of children) folders.delete(child);
    folders.add(parent);
    return true;
  }
  return false;
}

/** The root, parents of the home folder, system folders and hidden folders are never generalized. */
function isTooWide(folder: string, home: string): boolean {
  const names = folder.split('/').filter((name) => name !== '' && !/^[a-z]:$/i.test(name));
  return (
    names.length < 2 || `${home}/`.startsWith(`${folder}/`) || names.some((name) => name.startsWith('.'))
  );
}

const fromHome = (path: string, home: string) =>
  home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;

/** Domains under which anyone can register names. */
const shared = new Set(
  'github.io gitlab.io vercel.app netlify.app herokuapp.com amazonaws.com cloudfront.net azurewebsites.net web.app pages.dev workers.dev ngrok.io ngrok.app blogspot.com'.split(
    ' ',
  ),
);

/** Patterns that match all of these hosts. */
export function generalizeHosts(hosts: Iterable<string>): string[] {
  const byDomain = new Map<string, string[]>();
  for (const host of new Set(hosts)) {
    const domain = domainOf(host) ?? host;
    byDomain.set(domain, [...(byDomain.get(domain) ?? []), host]);
  }
  return [...byDomain]
    .flatMap(([domain, names]) => {
      const below = names.filter((name) => name !== domain);
      return below.length < enough ? names : [`*.${domain}`, ...names.filter((name) => name === domain)];
    })
    .sort();
}

/** The parent domain of a name, if it appears to belong to one owner. */
function domainOf(host: string): string | undefined {
  const labels = host.split('.');
  const domain = labels.slice(1).join('.');
  const isAddress = host.includes(':') || /^\d+$/.test(labels.at(-1) ?? '');
  // `co.uk` and similar: the second label from the end is short.
  if (isAddress || labels.length < 3 || (labels.at(-2) ?? '').length <= 3 || shared.has(domain))
    return undefined;
  return domain;
}
