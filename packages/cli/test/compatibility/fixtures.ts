// Finds the servers and client SDKs, which are dependencies of the fixtures instead of this package.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = new URL('../../../../fixtures/', import.meta.url);
const { resolve } = createRequire(new URL('package.json', folder));

/** Returns the path of a file next to the package.json of the fixtures. */
export const fixture = (path: string): string => fileURLToPath(new URL(path, folder));

/** Returns the path of a file inside an installed package. */
export const installed = (path: string): string => fixture(`node_modules/${path}`);

/**
 * Loads a module that is installed in the fixtures. The caller declares its type, because it uses only a small part of
 * the module.
 */
export async function load<Shape>(specifier: string): Promise<Shape> {
  return (await import(pathToFileURL(resolve(specifier)).href)) as Shape;
}
