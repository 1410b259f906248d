import { library } from '../../tsup.base.js';

// Tree shaking by rollup would move the parsers that are loaded on demand to the top of the CommonJS file, so that
// they would always be loaded. esbuild alone does not move them.
export default { ...library(['src/index.ts', 'src/shell.ts']), treeshake: false };
