// Finds passwords in connection strings: `scheme://user:password@host`, ADO and ODBC strings, JDBC parameters.

import type { PatternDetector } from '../detector.js';
import { isFiller } from './values/placeholder.js';

// Example passwords in manuals. They are harmless if the host is this machine or an example host.
const MANUAL_PASSWORD =
  /^(?:pass(?:word|wd)?|pwd|changeme|admin|root|postgres|test|foo|bar|abc|xyz|guest|user|anon(?:ymous|cvs)?|123456?)$/i;
const LOCAL_HOST =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host|server|proxy|db|database|postgres|mysql|mongo|redis|cache)(?:[:/?#,\s"'`)]|$)/i;
const MANUAL_HOST = /^(?:example\.(?:com|org|net)|hostname(?:\.com)?)(?:[:/?#,\s"'`)]|$)/i;

const PARAMETER = /(?:server|host|data source|user id|uid|user|database|driver|jdbc:|endpoint)\s{0,2}[=:]/i;

export const connectionStrings: readonly PatternDetector[] = [
  {
    name: 'password-in-url',
    kind: 'secrets',
    severity: 'high',
    literals: ['://'],
    literalOffset: 0,
    secondLiterals: ['@'],
    followed: { kind: 'userinfo' },
    // The password may contain `@`. The last `@` before the host ends the password; the lookahead finds it without
    // backtracking.
    pattern: /:\/\/([^\s"'`<>/?#:@]{0,64}):([^\s"'`<>/?#]{1,200})@(?=([^\s"'`<>@]{1,100}))/gi,
    group: 2,
    accept: (match) => isPassword(match[1] ?? '', match[2] ?? '', match[3] ?? ''),
    samples: {
      hit: [
        'postgres://app:Tr0ub4' + 'dor&3x@db.internal:5432/main',
        'redis://:p4ss' + 'w0rd9931@10.1.2.3/0',
        'https://user:pass' + '@shop.example.net',
        'git clone https://me:q8Zr2LmT0x' + '@git.example.org/x.git',
        'postgres://shop:shop' + '@db.internal/shop',
      ],
      miss: [
        'postgres://user:password@localhost:5432/db',
        'DATABASE_URL=postgres://shop:shop@localhost:5432/shop',
        'mysql://wordpress:wordpress@db/wordpress',
        "new URL('https://abc:xyz@example.com')",
        'proto://username:password@hostname.com:user/repo',
        'https://username:password@pypi.company.com/simple',
        'cvs://anonymous:anoncvs@example.org/cvs',
        'https://user:$' + '{PASSWORD}@host.example.org',
        'https://user:<password>@host.example.org',
        'http://example.org:8080/@scope/name',
        'https://example.org/a:b@c',
      ],
    },
  },
  {
    name: 'password-in-connection-string',
    kind: 'secrets',
    severity: 'high',
    literals: ['password=', 'pwd=', 'password =', 'pwd ='],
    literalOffset: 0,
    pattern: /(?<![^;?&"'\s])(?:password|pwd)\s{0,2}=\s{0,2}([^\s;&"'`<>$%{}]{4,100})(?=[;&"'\s]|$)/gi,
    group: 1,
    accept: (match, text) => isInConnection(match, text),
    samples: {
      hit: [
        'Server=db;Database=x;User Id=sa;Password=q8Zr2LmT0x;',
        'jdbc:mysql://db/x?user=me&password=q8Zr2LmT0x',
        'Driver={ODBC};UID=me;PWD=q8Zr2LmT0x;',
      ],
      miss: [
        'Server=db;Password=$' + '{PASSWORD};',
        'please choose a password = anything',
        'Server=db;Database=x;Password=***;',
        'connect(user=user, password=password, host=None)',
      ],
    },
  },
];

function isPassword(user: string, password: string, host: string): boolean {
  if (isFiller(password) || /^[$%{<[]|\$\{|\{\{|^(?:your|my)[_-]/i.test(password)) return false;
  if (user === 'username' && password === 'password') return false;
  const isManual = MANUAL_PASSWORD.test(password);
  // A database in a container often has the user name as its password.
  if (LOCAL_HOST.test(host)) return !isManual && password !== user;
  return !(isManual && MANUAL_HOST.test(host));
}

/** Tests for other connection parameters. A single `password=` is detected as an assignment. */
function isInConnection(match: RegExpExecArray, text: string): boolean {
  const password = match[1] ?? '';
  // The value is checked first, because checking the context takes longer.
  return (
    /[0-9]/.test(password) &&
    !/[()[\]]/.test(password) &&
    !MANUAL_PASSWORD.test(password) &&
    !isFiller(password) &&
    PARAMETER.test(text.slice(Math.max(0, match.index - 160), match.index + 160))
  );
}
