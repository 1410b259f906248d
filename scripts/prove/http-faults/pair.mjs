// The program and its server. Neither may be left after a failure, because a running process prevents ours
// from exiting.
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
