// Converts a path pattern to its canonical form. Only the literal text before the first wildcard is expanded and
// resolved; the rest is normalized but not decoded.

import { foldCase } from '../facts/encoding/decode.js';
import type { Links, PathEnvironment } from '../facts/environment.js';
import { toAbsolute } from '../facts/paths/canonical-path.js';
import { isPathPattern, isUriPattern } from './pattern-syntax.js';
import { literalPrefix } from './wildcards.js';

interface Resolved {
  /** The folder whose links have to be resolved, and the pattern below this folder. */
  readonly folder: string;
  readonly below: string;
}

/** Returns the globs of a pattern: one, or two if its folder can also be reached through a link. */
export function pathGlobs(pattern: string, environment: PathEnvironment, links?: Links): string[] {
  if (isUriPattern(pattern)) return [pattern];
  const resolved = resolve(pattern, environment);
  if (typeof resolved === 'string') return [resolved];
  const { folder, below } = resolved;
  const answer = links?.get(folder);
  const real = answer === undefined ? undefined : toAbsolute(answer, environment).canonical;
  return [...new Set(real === undefined ? [folder] : [folder, real])].map((base) => join(base, below));
}

/** Returns the folder whose links have to be resolved before the policy is compiled. */
export function patternFolder(pattern: string, environment: PathEnvironment): string | undefined {
  if (isUriPattern(pattern)) return undefined;
  const resolved = resolve(pattern, environment);
  return typeof resolved === 'string' || resolved.folder.startsWith('//') ? undefined : resolved.folder;
}

function resolve(pattern: string, environment: PathEnvironment): string | Resolved {
  if (!isPathPattern(pattern)) return `**/${tidy(pattern, environment, environment.windows)}`;
  if (pattern.startsWith('**/')) return tidy(pattern, environment, environment.windows);
  const path = pattern.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '').replace(/^\/+(?=[A-Za-z]:)/, '');
  const drive = environment.windows || /^(?:[A-Za-z]:|\\\\)/.test(path);
  const spelt = drive ? path.replaceAll('\\', '/') : path;
  const prefix = literalPrefix(spelt);
  if (prefix === spelt) return { folder: toAbsolute(spelt, environment).canonical, below: '' };
  const cut = prefix.lastIndexOf('/');
  const folder = toAbsolute(cut === 0 ? '/' : cut === -1 ? '.' : prefix.slice(0, cut), environment).canonical;
  return { folder, below: tidy(spelt.slice(cut + 1), environment, drive) };
}

function tidy(text: string, environment: PathEnvironment, drive: boolean): string {
  const normal = (drive ? text.replaceAll('\\', '/') : text).normalize('NFC');
  return environment.ignoresCase || drive ? foldCase(normal).normalize('NFC') : normal;
}

function join(folder: string, below: string): string {
  if (below === '') return folder;
  return folder.endsWith('/') ? folder + below : `${folder}/${below}`;
}
