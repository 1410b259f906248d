// The public names of the package, all of them.

export type { ConnectInspector, Incident } from '@claw/jsonrpc-stream';
export type { Authenticate } from './authenticate.js';
export { requireToken } from './authenticate.js';
export type { EndpointOptions, EndpointVisit } from './endpoint.js';
export { startEndpoint } from './endpoint.js';
export type { FrontOptions } from './front.js';
export { startFront } from './front.js';
export type { Opened, OpenPipe } from './front-session.js';
export type { HttpProxy, HttpProxyOptions } from './http-proxy.js';
export { startHttpProxy } from './http-proxy.js';
export type { Listener, ListenerGate } from './listeners.js';
export { isPublicAddress } from './public-address.js';
export type { RemoteProxy, RemoteProxyOptions } from './remote-proxy.js';
export { startRemoteProxy } from './remote-proxy.js';
export type { Listening, ListenOptions } from './server.js';
export type { Caller, ConnectCaller, Identity } from './session.js';
export type { UpstreamOptions } from './upstream.js';
export type { Rejection, UpstreamToken } from './upstream-token.js';
export type { WireOptions } from './wire-in-force.js';
