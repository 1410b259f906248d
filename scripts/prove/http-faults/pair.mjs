// The program and the server behind it. Whatever happens, neither stays: a process that is left keeps us from ending.
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
