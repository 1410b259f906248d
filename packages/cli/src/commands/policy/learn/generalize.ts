// Generalizes paths and hosts to folders and domains. Patterns are wide enough to match similar calls, but never as
// wide as a home folder or a shared domain.

import { posix } from 'node:path';

/** Paths or hosts are replaced with their common folder or domain if there are at least this many. */
const enough = 3;

/** Returns patterns that match all of the given canonical paths. */
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

/** Replaces sibling folders with their parent folder if there are at least three. */
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

/**
 * True for folders to which paths are never generalized: the root, parents of the home folder, system folders and
 * hidden folders.
 */
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

/** Returns patterns that match all of the given hosts. */
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

/** The parent domain of a name, if all of it appears to belong to one owner. */
function domainOf(host: string): string | undefined {
  const labels = host.split('.');
  const domain = labels.slice(1).join('.');
  const isAddress = host.includes(':') || /^\d+$/.test(labels.at(-1) ?? '');
  // Recognizes suffixes such as `co.uk` by their short second-to-last label.
  if (isAddress || labels.length < 3 || (labels.at(-2) ?? '').length <= 3 || shared.has(domain))
    return undefined;
  return domain;
}
