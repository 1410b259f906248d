// Our reverse proxy in a separate process, with an inspector that allows everything.
//
//   node relay-ours.mjs PORT-OF-UPSTREAM

import { startHttpProxy } from '../dist/index.js';

const forward = { kind: 'forward' };
const proxy = await startHttpProxy({
  url: `http://127.0.0.1:${process.argv[2]}/`,
  connect: () => ({ fromClient: () => forward, fromServer: () => forward }),
});
process.stdout.write(`${proxy.port}\n`);
