// The public names of the package.

export type { AskingClient, Denied, PlannedAction } from './ask-first.js';
export { askFirst } from './ask-first.js';
export type { HttpHandler, HttpOptions, HttpVisit } from './http.js';
export { createHttpHandler } from './http.js';
export type { ActionType, Caller, Operation } from './intent.js';
export type { CallLimits } from './limits.js';
export type { AskPermission, IntentLog, Permission, PermissionRequest, ServerPorts } from './ports.js';
export type { IntentServer, ServerOptions, ToolDefinition, ToolResult } from './server.js';
export { createIntentServer } from './server.js';
export type { StdioOptions } from './stdio.js';
export { serveStdio } from './stdio.js';
