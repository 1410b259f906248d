// The public names of the package.

export type { ConnectInspector, MessageDiagnostic } from '@claw/jsonrpc-stream';
export type { HttpToStdioBridgeOptions } from './bridge/http-to-stdio.js';
export { startHttpToStdioBridge } from './bridge/http-to-stdio.js';
export type { RunningServer, StartServer } from './bridge/stdio-session.js';
export type { StdioToHttpProxy, StdioToHttpProxyOptions } from './bridge/stdio-to-http.js';
export { startStdioToHttpProxy } from './bridge/stdio-to-http.js';
export type { HttpGatewayOptions } from './http-gateway.js';
export { startHttpGateway } from './http-gateway.js';
export type { HttpProxy, HttpProxyOptions } from './http-proxy.js';
export { startHttpProxy } from './http-proxy.js';
export type { ProxyHandler, ProxyHandlerOptions } from './proxy-handler.js';
export { createProxyHandler } from './proxy-handler.js';
export type { Caller, ConnectCallerInspector, Identity } from './reverse-proxy/session.js';
export type { Authenticate, Rejection } from './server/authenticate.js';
export { requireToken } from './server/authenticate.js';
export type { EndpointOptions, EndpointRequest } from './server/endpoint.js';
export { startEndpoint } from './server/endpoint.js';
export type { ListeningServer, ListenOptions, OtherRequests } from './server/listen.js';
export type { StreamAccess, StreamClient } from './server/stream-access.js';
export type { HeaderFilter, SessionIds } from './upstream/forwarder.js';
export { isPublicAddress } from './upstream/public-address.js';
export type { UpstreamOptions } from './upstream/upstream.js';
export type { TokenRejection, UpstreamToken } from './upstream/upstream-token.js';
