// The public names of the package.

export type { ConnectInspector, MessageDiagnostic } from '@claw/jsonrpc-stream';
export { childEnvironment } from './environment.js';
export type { StdioProxy, StdioProxyOptions } from './proxy.js';
export { startStdioProxy } from './proxy.js';
export type { ServerExit, StopTimeouts } from './server-process.js';
