import { library } from '../../tsup.base';

export default library(['src/index.ts', 'src/shell.ts']);
