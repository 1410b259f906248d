import { library } from '../../tsup.base.js';

// The worker is a program of its own: Node starts it by its file name.
export default library(['src/index.ts', 'src/worker.ts']);
