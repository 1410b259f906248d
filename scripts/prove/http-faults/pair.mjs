// Starts the program and its server. Both must be stopped after a failure, because a running child process would
// prevent this process from exiting.
import { startEndpoint } from './endpoint.mjs';
import { Upstream } from './upstream.mjs';

export async function withPair(folder, use, upstream = new Upstream()) {
  await upstream.start();
  try {
    const endpoint = await startEndpoint(folder, upstream.url);
    try {
      return await use(endpoint, upstream);
    } finally {
      await endpoint.stop();
    }
  } finally {
    await upstream.kill();
  }
}
