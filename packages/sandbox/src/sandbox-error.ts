// The errors of user functions.

/**
 * `invalid`: the code cannot be used. `failed`: the function threw. `timeout`, `memory`, `size`: it exceeded a limit.
 * `busy`, `closed`: it did not run.
 */
export type SandboxErrorCode = 'invalid' | 'failed' | 'timeout' | 'memory' | 'size' | 'busy' | 'closed';

export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const ENDLESS_CODE = 'the code does not end when it is loaded';
