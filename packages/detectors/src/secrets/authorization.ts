// Finds credentials in requests: Authorization headers, and the header and user flags of command-line clients.

import type { PatternDetector } from '../detector.js';
import { entropy, isPlaceholder } from './values/placeholder.js';

/** Command names by the code of their first letter. */
type Commands = ReadonlyMap<number, readonly string[]>;

function byInitial(commands: readonly string[]): Commands {
  const known = new Map<number, string[]>();
  for (const command of commands) {
    const initial = command.charCodeAt(0);
    known.set(initial, [...(known.get(initial) ?? []), command]);
  }
  return known;
}

const HTTP_CLIENTS = byInitial(['curl', 'wget', 'http', 'xh']);
const LOGIN_COMMANDS = byInitial([
  ...[
    'psexec',
    'sshpass',
    'mysql',
    'mysqldump',
    'docker login',
    'plink',
    'net use',
    'az login',
    'nuget push',
  ],
  ...['dotnet nuget', 'influx', 'redis-cli'],
]);

/** The maximum distance between a command and its flag. */
const reach = 400;

/** The roles of a character between a flag and its command. */
const isName = 1;
const isInitial = 2;
const isLineFeed = 4;
const isBackslash = 8;
const kinds = new Uint8Array(128);
for (let code = 0; code < kinds.length; code += 1)
  kinds[code] =
    (/[A-Za-z0-9-]/.test(String.fromCharCode(code)) ? isName : 0) |
    (HTTP_CLIENTS.has(code) || LOGIN_COMMANDS.has(code) ? isInitial : 0);
kinds['\n'.charCodeAt(0)] = isLineFeed;
kinds['\\'.charCodeAt(0)] = isBackslash;

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (kinds[code] as number) : 0;
}

const maxCommandLength = Math.max(
  ...[HTTP_CLIENTS, LOGIN_COMMANDS].flatMap((commands) =>
    [...commands.values()].flat().map(({ length }) => length),
  ),
);

/** The last flag without a command. The text before this flag need not be examined again for the next flag. */
let stray: { readonly commands: Commands; readonly text: string; readonly index: number } | undefined;

/**
 * Tests whether a flag belongs to one of the commands. The command must precede the flag on the same line, or on
 * lines that are joined by a backslash.
 */
function isFlagOf(commands: Commands, { index }: RegExpExecArray, text: string): boolean {
  const isNext =
    stray !== undefined && stray.index <= index && stray.commands === commands && stray.text === text;
  const seen = isNext ? (stray?.index ?? 0) - maxCommandLength : 0;
  const found = followsCommand(commands, text, Math.max(0, index - reach, seen), index);
  if (!found) stray = { commands, text, index };
  return found;
}

/**
 * Tests whether a command occurs between two positions, without a line end after it. The text is scanned backwards
 * once and without a pattern: there may be a flag every few letters, and patterns would be slow.
 */
function followsCommand(commands: Commands, text: string, first: number, index: number): boolean {
  let kind = kindAt(text, index - 1);
  for (let at = index - 1; at >= first; at -= 1) {
    const before = at === 0 ? 0 : kindAt(text, at - 1);
    if (kind >= isInitial) {
      if (kind === isLineFeed && before !== isBackslash) return false;
      if ((kind & isInitial) !== 0 && (before & isName) === 0 && startsCommand(commands, text, at, index))
        return true;
    }
    kind = before;
  }
  return false;
}

/** Tests whether one of the commands occurs at a position of the text. The text ends at `end`. */
function startsCommand(commands: Commands, text: string, at: number, end: number): boolean {
  for (const command of commands.get(text.charCodeAt(at)) ?? []) {
    const behind = at + command.length;
    if (!text.startsWith(command, at) || behind > end) continue;
    if (behind === end || !/\w/.test(text.charAt(behind))) return true;
  }
  return false;
}

export const authorizations: readonly PatternDetector[] = [
  {
    name: 'authorization-header',
    kind: 'secrets',
    severity: 'high',
    literals: ['authorization'],
    literalOffset: 0,
    pattern:
      /authorization["'\]]{0,2}\s{0,3}[:=,]\s{0,3}["'`]{0,2}(?:(?:bearer|basic|token|api[-_]?(?:key|token)|digest|negotiate|splunk|ghost|sso-key|key|jwt|oauth)\s{1,3})?([A-Za-z0-9_.~+/|=:-]{10,2000})/gi,
    group: 1,
    accept: (match) => isCredential(match[1] ?? '') && !SPECIFIED.has(match[1] ?? ''),
    samples: {
      hit: [
        'Authorization: Bearer 4c9e1b7a52d84f039a6e0d81c3b5e72f',
        '-H "Authorization: Basic dXNlcjpxOFpyMkxtVDB4"',
        '"authorization": "Token q8Zr2LmT0xW5"',
      ],
      miss: [
        'Authorization: Bearer <token>',
        'Authorization: Basic YWxhZGRpbjpvcGVuc2VzYW1l',
        'Authorization: Bearer $' + '{TOKEN}',
        'Authorization: Bearer YOUR_TOKEN_HERE',
        'authorization: documentation',
        'authorization = base64.decodebytes(x)',
      ],
    },
  },
  {
    name: 'bearer-token',
    kind: 'secrets',
    severity: 'high',
    literals: ['bearer '],
    literalOffset: 0,
    pattern: /(?<![A-Za-z0-9])bearer\s{1,3}([A-Za-z0-9_.~+/|=-]{20,2000})/gi,
    group: 1,
    accept: (match) => isCredential(match[1] ?? ''),
    samples: {
      hit: ['curl -H "X-Auth: Bearer 4c9e1b7a52d84f039a6e0d81c3b5e72f"'],
      miss: ['the bearer of this document shall', 'Bearer authentication_is_required_here'],
    },
  },
  {
    name: 'header-flag',
    kind: 'secrets',
    severity: 'high',
    literals: ['-h "', "-h '", '-h"', "-h'", '--header'],
    literalOffset: 0,
    pattern:
      /(?:-H|--header)[\s=]{0,3}["']?(?:[A-Za-z-]{0,24}(?:api-?key|token|secret|auth|session)[A-Za-z-]{0,12}):\s{0,3}([A-Za-z0-9_.~+/|=-]{8,2000})/gi,
    group: 1,
    accept: (match) => isCredential(match[1] ?? ''),
    samples: {
      hit: [
        "curl -H 'apikey: 4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'",
        'curl --header "X-Octopus-ApiKey: q8Zr2LmT0xW5"',
        'curl -H "Token: 3fea6af1349166ea"',
      ],
      miss: [
        'curl -H "apikey: $API_KEY"',
        'curl -H "Content-Type: application/json"',
        'curl -H "X-Api-Key: your-api-key-1"',
      ],
    },
  },
  {
    name: 'user-flag',
    kind: 'secrets',
    severity: 'high',
    literals: [' -u', ' --user'],
    literalOffset: 0,
    pattern:
      /\s(?:-u|--user)[\s=]{0,2}(?:"([^"\s:]{1,80}"?:[^"\s]{3,100})"|'([^'\s:]{1,80}'?:[^'\s]{3,100})'|([^\s"':]{1,80}:["']?[^\s"']{3,100}))/g,
    accept: (match, text) =>
      isUserAndPassword(match[1] ?? match[2] ?? match[3] ?? '') && isFlagOf(HTTP_CLIENTS, match, text),
    samples: {
      hit: [
        'curl -u developer:q8Zr2LmT0x https://example.org',
        "curl -s --user 'api:d2LkV78zLx!t' \\\n  https://example.org",
        'curl https://example.org --user "me:dB2yF6@qL9"',
      ],
      miss: [
        'curl -u "$' + '{USER}:$' + '{PASSWORD}"',
        'curl -u "$USER:$PASS"',
        'curl --user "xxx:yyy"',
        'curl -u user:password https://x',
      ],
    },
  },
  {
    name: 'netrc',
    kind: 'secrets',
    severity: 'high',
    literals: ['machine '],
    literalOffset: 0,
    pattern:
      /(?<![A-Za-z0-9])machine\s{1,4}[a-zA-Z0-9.-]{1,100}\s{1,9}login\s{1,4}\S{1,100}\s{1,9}password\s{1,4}(\S{4,200})/g,
    group: 1,
    accept: (match) => !isPlaceholder(match[1] ?? '') && !/^["']?pass(?:word)?["']?$/i.test(match[1] ?? ''),
    samples: {
      hit: [
        'machine api.example.org login me password q8Zr2LmT0x',
        'machine h\n  login me\n  password pass123',
      ],
      miss: ['machine h login me password <secret>', 'the machine asks for a login and a password'],
    },
  },
  {
    name: 'password-flag',
    kind: 'secrets',
    severity: 'high',
    literals: [' -p', ' -a', ' --password', ' --token', ' --api-key', ' --secret', ' -clientsecret'],
    literalOffset: 0,
    pattern:
      /\s(?:-p|-pw|-a|--password|--token|--api-key|--secret)[\s=]{0,2}["']?([^\s"'$<>{}-][^\s"'$<>{}]{5,199})/g,
    group: 1,
    accept: (match, text) =>
      /[0-9]/.test(match[1] ?? '') &&
      !/^[0-9]{1,5}(?::|$)/.test(match[1] ?? '') &&
      !isPlaceholder(match[1] ?? '') &&
      isFlagOf(LOGIN_COMMANDS, match, text),
    samples: {
      hit: [
        'sshpass -p q8Zr2LmT0x ssh me@host',
        'docker login -u me -p q8Zr2LmT0x',
        'mysql -u root -pq8Zr2LmT0x db',
      ],
      miss: ['mysql -u root -p', 'docker login -u me -p $PASSWORD', 'mysql --port 3306'],
    },
  },
];

/** Examples from specifications and manuals, such as `Aladdin:open sesame` and `username:password`. */
const SPECIFIED: ReadonlySet<string> = new Set([
  ...['YWxhZGRpbjpvcGVuc2VzYW1l', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'QWxhZGRpbjpPcGVuU2VzYW1l'],
  ...['dXNlcm5hbWU6cGFzc3dvcmQ=', 'dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNz', 'Zm9vOmJhcg==', 'dGVzdDp0ZXN0'],
]);

function isCredential(value: string): boolean {
  const isMember = /^[a-z_][a-z0-9_]{0,20}\.[a-z_][a-z_.]{0,40}$/.test(value);
  return (
    !isMember && (/[0-9]/.test(value) || isScrambled(value)) && !isPlaceholder(value) && entropy(value) > 2.8
  );
}

function isUserAndPassword(pair: string): boolean {
  const password = pair.slice(pair.indexOf(':') + 1).replace(/["']/g, '');
  return (
    password.length > 3 &&
    !isPlaceholder(password) &&
    !/^\W?(?:pass(?:word)?|pwd|pw|secret|token)\W?$/i.test(password)
  );
}

/** Tests whether upper and lower case alternate more often than in any name. */
function isScrambled(value: string): boolean {
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return value.length >= 12 && changes / value.length > 0.34;
}
