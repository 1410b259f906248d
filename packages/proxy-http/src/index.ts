// The public names of the package, all of them.

export type { ConnectInspector, Incident } from '@claw/jsonrpc-stream';
export type { Authenticate } from './authenticate.js';
export { requireToken } from './authenticate.js';
export type { HttpProxy, HttpProxyOptions, WireOptions } from './http-proxy.js';
export { startHttpProxy } from './http-proxy.js';
export { isPublicAddress } from './public-address.js';
export type { ListenOptions } from './server.js';
export type { Caller, ConnectCaller, Identity } from './session.js';
export type { UpstreamOptions } from './upstream.js';
