import { library } from '../../tsup.base.js';

// Tree shaking by rollup would lift the parsers that are loaded on demand to the top of the CommonJS file, where
// everybody pays for them; esbuild alone leaves them where they are.
export default { ...library(['src/index.ts', 'src/shell.ts']), treeshake: false };
