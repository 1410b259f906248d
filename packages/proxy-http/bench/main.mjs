// Prints the cost of the proxy as tables. Build first: `npx pnpm build`.
//
//   node packages/proxy-http/bench/main.mjs [--quick] [--json]

import { parseArgs } from 'node:util';
import { measureLoad } from './load.mjs';
import { tablesOf } from './tables.mjs';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const measured = await measureLoad({ quick: values.quick, say: (text) => process.stderr.write(`${text}\n`) });
process.stdout.write(
  values.json ? `${JSON.stringify(measured, null, 2)}\n` : `${tablesOf(measured).join('\n')}\n`,
);
