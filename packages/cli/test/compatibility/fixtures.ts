// The paths of the servers and client SDKs, which are dependencies of the fixtures, not of this package.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = new URL('../../../../fixtures/', import.meta.url);
const { resolve } = createRequire(new URL('package.json', folder));

/** The path of a file next to the package.json of the fixtures. */
export const fixture = (path: string): string => fileURLToPath(new URL(path, folder));

/** The path of a file inside an installed package. */
export const installed = (path: string): string => fixture(`node_modules/${path}`);

/**
 * A module, resolved as an import of the fixtures. The caller declares its type, because it uses a small part
 * of it.
 */
export async function load<Shape>(specifier: string): Promise<Shape> {
  return (await import(pathToFileURL(resolve(specifier)).href)) as Shape;
}
