// The worker thread: loads QuickJS and runs one function, one call at a time. The parent ends the thread if it does
// not respond.

import { parentPort } from 'node:worker_threads';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { Evaluator } from './evaluator.js';
import type { WorkerRequest, WorkerResponse } from './protocol.js';
import { SandboxError } from './sandbox-error.js';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread only');

const evaluators = new Map<number, Evaluator>();
const now = () => performance.now();
const quickJs = newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'));

port.on('message', async (request: WorkerRequest) => {
  if (request.kind === 'unload') {
    evaluators.get(request.functionId)?.close();
    evaluators.delete(request.functionId);
    return;
  }
  const module = await quickJs;
  if (request.kind === 'load') respond({ id: request.id, isLoading: true });
  try {
    respond({ id: request.id, result: run(request, module) });
  } catch (error) {
    // Other errors leave QuickJS in an unknown state. The thread then ends, and its parent starts another one.
    if (!(error instanceof SandboxError)) throw error;
    respond({ id: request.id, error: { code: error.code, message: error.message } });
  }
  evaluators.get(request.functionId)?.prepareNext();
});

function run(
  request: Exclude<WorkerRequest, { kind: 'unload' }>,
  module: Awaited<typeof quickJs>,
): string | undefined {
  if (request.kind === 'load') {
    evaluators.set(request.functionId, new Evaluator(module, request.code, request.limits, now));
    return undefined;
  }
  const evaluator = evaluators.get(request.functionId);
  if (evaluator === undefined) throw new SandboxError('closed', 'the function was unloaded');
  return evaluator.call(request.event);
}

function respond(response: WorkerResponse): void {
  port?.postMessage(response);
}
