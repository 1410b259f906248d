// Defines the headers that the gateway does not forward. All callers of a proxy share its connection and its
// credentials. So an upstream server must not mistake a caller's headers for headers from the gateway, and must not
// set a cookie for a single caller.

import type { HeaderFilter } from '@claw/proxy-http';

/** Headers in which load balancers and login proxies describe the client. A caller can forge them. */
const STATEMENTS =
  /^(?:forwarded|x-forwarded-.*|x-(?:real|client|cluster-client|original)-?ip|(?:true-client|cf-connecting|fastly-client)-ip|(?:x-)?remote-(?:user|addr|groups|email)|x-auth-request-.*)$/;

/**
 * True for a header that is not forwarded. Cookies are included, because they are credentials. Some servers read `_` in
 * a header name as `-`.
 */
export const isHiddenHeader: HeaderFilter = (name, sender) => {
  const read = name.replaceAll('_', '-');
  return sender === 'upstream' ? read === 'set-cookie' : read === 'cookie' || STATEMENTS.test(read);
};
