// Loads the parts of the built program as CommonJS modules: the parts that `proxy` needs from the packs, and all other
// parts from separate files. Each part is loaded once.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';

/** A part as a function, in the form in which Node wraps CommonJS modules. */
export type Factory = (
  this: unknown,
  exports: unknown,
  require: NodeJS.Require,
  module: { exports: unknown },
  filename: string,
  folder: string,
) => void;

/** Several parts in one file, which is read when the first part is needed. */
export interface Pack {
  readonly parts: readonly string[];
  load(): Readonly<Record<string, Factory>>;
}

export interface LoaderOptions {
  /** The folder that contains the parts. */
  readonly folder: string;
  readonly packs: readonly Pack[];
  /** Loads modules that are not parts of the program. */
  readonly require: NodeJS.Require;
}

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

/** Creates the function that loads a part by its name. */
export function createLoader({ folder, packs, require }: LoaderOptions): (name: string) => unknown {
  const factories = new Map<string, Factory>();
  const unread = new Set(packs);
  const factoryOf = (name: string): Factory | undefined => {
    for (const pack of unread)
      if (pack.parts.includes(name)) {
        unread.delete(pack);
        for (const [part, factory] of Object.entries(pack.load())) factories.set(part, factory);
      }
    return factories.get(name);
  };
  const loaded = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as unknown };
    loaded.set(name, module);
    const file = join(folder, name);
    const factory = factoryOf(name) ?? readPiece(file);
    factory.call(module.exports, module.exports, requirePiece, module, file, folder);
    return module.exports;
  };
  const requirePiece = Object.assign(
    (id: string) => (id.startsWith('./') && id.endsWith('.cjs') ? load(id.slice(2)) : require(id)),
    require,
  );
  return load;
}

const readPiece = (file: string): Factory =>
  compileFunction(readFileSync(file, 'utf8'), PARAMETERS, { filename: file }) as Factory;
