// Headers that the gateway does not pass on. All callers of a proxy share its connection and its credentials, so an
// upstream server must not take a statement of a caller for one of the gateway, nor give a caller a login of its own.

import type { HeaderFilter } from '@claw/proxy-http';

/** Statements of load balancers and login proxies about the client, which a caller can invent. */
const STATEMENTS =
  /^(?:forwarded|x-forwarded-.*|x-(?:real|client|cluster-client|original)-?ip|(?:true-client|cf-connecting|fastly-client)-ip|(?:x-)?remote-(?:user|addr|groups|email)|x-auth-request-.*)$/;

/** Cookies are credentials. Some servers read `_` in the name of a header as `-`. */
export const isHiddenHeader: HeaderFilter = (name, sender) => {
  const read = name.replaceAll('_', '-');
  return sender === 'upstream' ? read === 'set-cookie' : read === 'cookie' || STATEMENTS.test(read);
};
