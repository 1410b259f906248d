// The build configuration of every library: ESM, CommonJS and types for both, from one entry.
import { defineConfig } from 'tsup';

export const library = (entry: string[] = ['src/index.ts']) =>
  defineConfig({
    entry,
    format: ['esm', 'cjs'],
    target: 'node20',
    // TypeScript 6 deprecates an option that the type bundler still sets itself. Types of our other packages
    // are read from their builds: reading all their sources for each package took half of the time.
    dts: { compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] } },
    clean: true,
    treeshake: true,
  });
