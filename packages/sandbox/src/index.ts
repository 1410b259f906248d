export type { FunctionLimits } from './limits.js';
export type { Sandbox, SandboxFunction, SandboxOptions } from './sandbox.js';
export { createSandbox } from './sandbox.js';
export type { SandboxErrorCode } from './sandbox-error.js';
export { SandboxError } from './sandbox-error.js';
