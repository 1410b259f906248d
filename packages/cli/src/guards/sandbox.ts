// The sandbox for the functions of `lambda` guards. Loaded only for policies and proxies with such guards.

import { join } from 'node:path';
import type { Sandbox, SandboxFunction } from '@claw/pipeline';

/** The number of functions that are kept ready; others are loaded again when needed. */
const MAX_FUNCTIONS = 1000;

let loading: Promise<Sandbox> | undefined;

/** One sandbox for the process: the same code with the same limits is shared across reloads and proxies. */
export function loadSandbox(): Promise<Sandbox> {
  loading ??= import('@claw/sandbox').then(({ createSandbox }) =>
    shareFunctions(createSandbox({ workerFile: join(__dirname, 'sandbox-worker.cjs') })),
  );
  return loading;
}

type Closable = SandboxFunction & { close(): Promise<void> };

function shareFunctions(sandbox: {
  load(code: string, limits: Parameters<Sandbox['load']>[1]): Promise<Closable>;
}): Sandbox {
  const functions = new Map<string, Promise<Closable>>();
  return {
    async load(code, limits) {
      const key = JSON.stringify([code, limits.timeoutMs, limits.memoryMb]);
      const known = functions.get(key) ?? sandbox.load(code, limits);
      functions.delete(key);
      functions.set(key, known);
      known.catch(() => functions.delete(key));
      for (const [oldest, one] of functions) {
        if (functions.size <= MAX_FUNCTIONS) break;
        functions.delete(oldest);
        void one.then((loaded) => loaded.close()).catch(() => {});
      }
      return known;
    },
  };
}
