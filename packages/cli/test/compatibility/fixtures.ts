// Where the servers and the client SDKs live: they are dependencies of the fixtures, not of this package.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = new URL('../../../../fixtures/', import.meta.url);
const { resolve } = createRequire(new URL('package.json', folder));

/** The path of a file beside the fixtures' package.json. */
export const fixture = (path: string): string => fileURLToPath(new URL(path, folder));

/** The path of a file inside an installed package. */
export const installed = (path: string): string => fixture(`node_modules/${path}`);

/** A module as the fixtures would import it. Its shape is declared by the caller, who uses a small part of it. */
export async function load<Shape>(specifier: string): Promise<Shape> {
  return (await import(pathToFileURL(resolve(specifier)).href)) as Shape;
}
