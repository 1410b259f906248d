// Implements the server without a transport: the list of tools, and single calls. Errors are JSON-RPC errors.

import { ErrorCode, type RpcError } from '@claw/jsonrpc-stream';
import { printableText } from './decision-texts.js';
import { invalidParams, readFields, schemaOf } from './fields.js';
import type { Caller } from './intent.js';
import { CallCounter, type CallLimits, defaultCallLimits } from './limits.js';
import type { ServerPorts } from './ports.js';
import type { Outcome, Tool } from './tool.js';
import { tools } from './tools/index.js';

export interface ServerOptions extends ServerPorts {
  readonly version: string;
  /** The maximum number of calls per minute for each caller; by default, the documented limits. */
  readonly limits?: Partial<CallLimits>;
  /** Called with the reason for an internal failure, which must not be sent to the caller. */
  readonly onFailure?: (error: unknown) => void;
}

/** The result of `tools/call`. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

/** A tool in the format of `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' };
  readonly outputSchema: { readonly type: 'object' };
  readonly annotations: Readonly<Record<string, boolean>>;
}

export interface IntentServer {
  readonly info: { readonly name: string; readonly version: string };
  readonly instructions: string;
  readonly definitions: readonly ToolDefinition[];
  call(
    name: unknown,
    input: unknown,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{ readonly result: ToolResult } | { readonly error: RpcError }>;
}

const instructions =
  'Check before you act: getPolicy returns the rules, checkIntent returns whether an action is allowed, requestPermission requests approval if the decision is `prompt`. Afterwards, report what you did with reportAction.';

/** Creates the cooperative server, for `serveStdio` or `createHttpHandler`. */
export function createIntentServer({ version, limits, onFailure, ...ports }: ServerOptions): IntentServer {
  const counter = new CallCounter(
    ports.counters,
    { ...defaultCallLimits, ...limits },
    ports.surroundings.clock.now,
  );
  return {
    info: { name: 'clawdefender', version },
    instructions,
    definitions: tools.map(define),
    async call(name, input, caller, signal) {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) return { error: unknownTool(name) };
      const read = readFields(tool.fields, input);
      if ('error' in read) return read;
      try {
        const wait = tool.limit && (await counter.hit(tool.limit, caller.key));
        if (wait !== undefined) return { error: tooMany(tool, wait) };
        return toResult(await tool.run(read.fields, { ports, caller, signal }));
      } catch (error) {
        onFailure?.(error);
        return { error: FAILED };
      }
    },
  };
}

const define = ({ name, title, description, fields, answer, readOnly }: Tool): ToolDefinition => ({
  name,
  title,
  description,
  inputSchema: schemaOf(fields) as ToolDefinition['inputSchema'],
  outputSchema: answer as ToolDefinition['outputSchema'],
  annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
});

function toResult(outcome: Outcome): { readonly result: ToolResult } | { readonly error: RpcError } {
  if ('error' in outcome) return outcome;
  const { answer } = outcome;
  return {
    result: { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer },
  };
}

function unknownTool(name: unknown): RpcError {
  const accepted = tools.map((tool) => tool.name);
  const given = typeof name === 'string' ? `\`${printableText(name, 40)}\`` : 'this';
  return invalidParams(`unknown tool ${given}; use ${accepted.join(', ')}`, { field: 'name', accepted });
}

/** The error that callers get for internal failures. */
export const FAILED: RpcError = {
  code: -32603,
  message: 'internal error; nothing was allowed. The cause is in the log of this server',
};

const tooMany = ({ name }: Tool, seconds: number): RpcError => ({
  code: ErrorCode.rateLimited,
  message: `too many calls of ${name}; try again in ${seconds} s`,
  data: { rule: `limits.${name}`, retry_after: seconds },
});
