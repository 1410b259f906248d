import { library } from '../../tsup.base.js';

// Tree shaking by rollup would move the engine of user patterns, which is loaded on demand, to the top of the file.
export default { ...library(['src/index.ts', 'src/patterns.ts']), treeshake: false };
