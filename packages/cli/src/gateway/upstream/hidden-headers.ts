// Defines the headers that the gateway does not forward. All callers of a proxy share its connection and its
// credentials. So an upstream server must not mistake a caller's headers for headers from the gateway, and must not
// set a cookie for a single caller.

import type { HeaderFilter } from '@claw/proxy-http';

/** Headers in which load balancers, login proxies and TLS proxies describe the client. A caller can forge them. */
const STATEMENTS = [
  'forwarded',
  'x-(?:original-)?forwarded-.*',
  'x-(?:real|client|cluster-client|original)-?ip',
  '(?:true-client|cf-connecting|fastly-client)-ip',
  '(?:x-)?remote-(?:user|addr|groups|email)',
  'x-auth-request-.*',
  'x-authenticated-.*',
  'x-webauth-.*',
  'x-ms-client-principal.*',
  'x-amzn-oidc-.*',
  'x-goog-(?:authenticated-user|iap)-.*',
  'cf-access-.*',
  'tailscale-user-.*',
  '(?:x-)?(?:ssl-)?client-(?:cert|verify|dn|s-dn|i-dn)(?:-.*)?',
];

/**
 * Headers that replace the URL, the host or the method for some servers. A caller could reach another URL of the server
 * with the credentials of the gateway.
 */
const REPLACEMENTS = [
  'x-(?:original|rewrite|envoy-original)-(?:url|uri|path|method|host)',
  'x-http-method(?:-override)?',
  'x-method-override',
  'x-host',
];

const HIDDEN = new RegExp(`^(?:${[...STATEMENTS, ...REPLACEMENTS].join('|')})$`);

/**
 * True for a header that is not forwarded. Cookies are included, because they are credentials. Some servers read `_` in
 * a header name as `-`.
 */
export const isHiddenHeader: HeaderFilter = (name, sender) => {
  const read = name.replaceAll('_', '-');
  return sender === 'upstream' ? read === 'set-cookie' : read === 'cookie' || HIDDEN.test(read);
};
