import { library } from '../../tsup.base.js';

// Tree shaking by rollup would lift the engine of users' patterns, which is loaded on demand, to the top of the file.
export default { ...library(['src/index.ts', 'src/patterns.ts']), treeshake: false };
