import { library } from '../../tsup.base.js';

// The worker is built separately, because Node starts it by its file name.
export default library(['src/index.ts', 'src/worker.ts']);
