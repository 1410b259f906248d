// Finds secrets in an environment dump, as `printenv` and `process.env` print it: many names with values, some of
// which are typical of an environment. In a dump, the name of a variable determines whether its value is a secret;
// the form of the value does not matter.

import type { Finding } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { isFiller } from './values/placeholder.js';

const FEWEST_ENTRIES = 8;
const FEWEST_KNOWN = 3;
const REACH = 16_384;

/**
 * Matches one variable: a line `NAME=value`, a row of a table, or a member of an object. The value is group 2, 3 or
 * 4.
 */
const ENTRY =
  /(?:^|[\n\r{,])[ \t\n\r]{0,8}(?:export |declare -x )?["']?([A-Z_][A-Z0-9_]{1,60})["']?(?:[ ]?=|[ ]?:[ ]?|[ ]{2,60})(?:"((?:[^"\\\n]|\\.){1,2048})"|'([^'\n]{1,2048})'|([^\s"'][^\n\r]{0,2048}))/g;

const KNOWN = new Set(
  `PATH HOME USER SHELL PWD OLDPWD LANG LC_ALL TERM HOSTNAME LOGNAME TMPDIR SHLVL EDITOR DISPLAY MAIL TZ USERPROFILE SYSTEMROOT
   APPDATA COMSPEC USERNAME WINDIR TEMP XDG_RUNTIME_DIR NODE_ENV NODE_VERSION VIRTUAL_ENV PYTHONPATH JAVA_HOME`.split(
    /\s+/,
  ),
);
const SECRET =
  /(?:^|_)(?:KEY|TOKEN|SECRETS?|PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?|AUTH|PAT|DSN|COOKIE|PRIVATE|WEBHOOK|JWT|APIKEY)(?:_|$)|(?:KEY|TOKEN|SECRET|PASSWORD)$|CONNECTION_?STRING/;
const HARMLESS =
  /^(?:PWD|OLDPWD|GPG_KEY|SSH_AUTH_SOCK|XAUTHORITY|GIT_ASKPASS|SSH_ASKPASS|.*_PUBLIC_KEY|.*PUBLIC.*|KEYBOARD.*|.*_(?:FILE|PATH|DIR|NAME|ID|TTL|TIMEOUT|EXPIRY|LENGTH|TYPE|REGION|ALGORITHM))$/;
/** Matches booleans, numbers, paths, and redacted values. */
const PLAIN = /^(?:true|false|yes|no|on|off|null|none|\d{1,5}|\/[\w./-]*|~\/.*|\[REDACTED[^\]]*\]|\*+)$/i;

export const environmentDump: FunctionDetector = {
  name: 'environment-dump',
  kind: 'secrets',
  literals: [
    'home=/',
    '"home":"/',
    '"home": "/',
    'pwd=/',
    '"pwd":"/',
    '"pwd": "/',
    'home: /',
    "home: '/",
    "'home': '/",
    'pwd: /',
    "pwd: '/",
    'userprofile=',
    'userprofile  ',
    'userprofile:',
    '"userprofile"',
    "'userprofile'",
  ],
  requiresLiteral: true,
  prefilterLiterals: [
    'home=/',
    '"home"',
    'home: /',
    "home: '/",
    "'home'",
    'pwd=/',
    '"pwd"',
    'pwd: /',
    "pwd: '/",
    'userprofile',
  ],
  windowRadius: REACH,
  find(text, from, to) {
    const entries = Array.from(text.slice(from, to).matchAll(ENTRY));
    if (entries.length < FEWEST_ENTRIES) return [];
    if (entries.filter(([, name = '']) => KNOWN.has(name)).length < FEWEST_KNOWN) return [];
    return entries.flatMap((entry) => toFinding(entry, from));
  },
  samples: {
    hit: [
      'PATH=/usr/bin\nHOME=/home/ada\nUSER=ada\nSHELL=/bin/sh\nTERM=xterm\nLANG=C\nSHLVL=1\nADMIN_PASSWORD=correct horse\n',
      '{"PATH":"/usr/bin","HOME":"/home/ada","USER":"ada","SHELL":"/bin/sh","TERM":"xterm","LANG":"C","TZ":"UTC","SMTP_PASS":"swordfish"}',
    ],
    miss: [
      'PATH=/usr/bin\nHOME=/home/ada\nUSER=ada\nSHELL=/bin/sh\nTERM=xterm\nLANG=C\nSHLVL=1\nSSH_AUTH_SOCK=/tmp/a\n',
      'HOME=/home/ada\nADMIN_PASSWORD=correct horse\n',
    ],
  },
};

function toFinding(entry: RegExpExecArray, from: number): readonly Finding[] {
  const [whole, name = '', double, single, bare] = entry;
  if (!SECRET.test(name) || HARMLESS.test(name)) return [];
  // If an object is on one line, each member ends where the next member begins.
  const value = double ?? single ?? (bare ?? '').trimEnd();
  if (value.length < 4 || PLAIN.test(value) || isFiller(value)) return [];
  const start = from + entry.index + whole.lastIndexOf(double ?? single ?? bare ?? '');
  return [
    { kind: 'secrets', detector: 'environment-dump', severity: 'high', start, end: start + value.length },
  ];
}
