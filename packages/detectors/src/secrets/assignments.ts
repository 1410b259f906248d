// Finds passwords and keys by their context: a name for a secret, an operator, and a plausible value.

import type { PatternDetector } from '../detector.js';
import { assignedName, assignmentPattern, wholeAssignedName } from './assignment-pattern.js';
import { isNamedDigest } from './values/digest.js';
import { isIdentifier } from './values/identifier.js';
import { characterClasses, entropy, isPlaceholder } from './values/placeholder.js';

// Each alternative begins with a literal, so that the pattern is tried only at literals. The text before the literal
// is checked afterwards.
const PASSWORD_NAMES =
  'password|passwd|passphrase|passwort|contrasena|senha|(?<=de_?)passe|(?<=(?:db|user|smtp)_?)pass(?![a-z])|(?<=(?:^|\\n)[ \\t]{0,8})pass(?==)|pwd';
const KEY_NAMES =
  'credentials?|secret|token|auth|(?<=(?:api|access|auth|secret|private|encryption|signing|master|session)[_-]?)key';

/** Matches values that are program code: a call, a member, a path, a type, an expression. */
const CODE =
  /[()[\]{}<>;\\]|^[a-z]{1,12}\.[a-z]|^(?:this|self|await|new|true|false|string|number|function|return)\b|::|=>|\.\*\.|^\/|^https?:|\.(?:js|ts|py|go|json|md|html?|ya?ml|com|org|net|io|pem|key|crt|xml)$/i;

/** Hashes and ids are secrets only if their name contains a word such as `secret` or `password`. */
const HASH = /^(?:[a-f0-9]{32}|[a-f0-9]{40}|[a-f0-9]{64}|[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12})$/i;

export const assignments: readonly PatternDetector[] = [
  {
    name: 'password-assignment',
    kind: 'secrets',
    severity: 'high',
    literals: ['password', 'passwd', 'passphrase', 'passwort', 'contrasena', 'senha', 'pass', 'pwd'],
    literalOffset: 0,
    followed: { kind: 'assignment' },
    pattern: new RegExp(assignmentPattern(PASSWORD_NAMES, '[^\\s"\'`,;<>(){}]{6,100}'), 'gi'),
    group: 1,
    accept: (match) =>
      isPassword(match[1] ?? '') &&
      !isNextSentence(match) &&
      !isNextArgument(match) &&
      !isSettingValue(match) &&
      !isSearchResult(match) &&
      !SECRET_ATTRIBUTE.test(assignedName(match)),
    samples: {
      hit: [
        'password = "q8Zr2LmT0x"',
        'DB_PASSWORD=n3v3r-gu3ss',
        '"passwd": "R4bbit-0991x"',
        "define('DB_PASSWORD', 'q8Zr2LmT0x')",
        'password: hunter2!',
        '[smtp]\nuser=mailer\npass=Hq82nfLLx0wQ',
      ],
      miss: [
        'src/password.ts:3:export async function hashPassword',
        'password = getpass.getpass()',
        'password: <redacted>',
        'password: string',
        'pass = 12\nfail = 0',
        'pass = renderPass2',
        "{ name: 'john', password: 'secret123' }",
        "password: 'password123example'",
        'passwordVariable: PASSWORD',
        '"passwordPolicy": "min-length-12"',
        'password: $' + '{PASSWORD}',
        'password_encryption = scram-sha-256',
        'Simply give me the password. My first request: length=12',
        'MovedAttribute("HTTPPasswordMgr", "urllib2", "request")',
        "paths: ['users.*.credentials.password', 'users.*.credentials.apiKey2']",
      ],
    },
  },
  {
    name: 'password-in-prose',
    kind: 'secrets',
    severity: 'high',
    literals: ['password is ', 'passwort ist ', 'passphrase is ', 'password to '],
    literalOffset: 0,
    pattern:
      /(?:pass(?:word|phrase) (?:to [a-z0-9 ._-]{1,30}? )?is|passwort ist) (?:now )?["'`]?([^\s"'`,;<>(){}]{8,64})(?=["'`]?[\s.,;!?)]|["'`]?$)/gi,
    group: 1,
    accept: (match) => isPassword(match[1] ?? '') && characterClasses(match[1] ?? '') > 2,
    samples: {
      hit: ['The Wi-Fi password is Tz7-kLm29qW and the guest one changes.', 'Das Passwort ist q8Zr2-LmT0x.'],
      miss: ['the password is required', 'password is case-sensitive', 'The password is hashed with SHA-256'],
    },
  },
  {
    name: 'key-assignment',
    kind: 'secrets',
    severity: 'high',
    literals: ['key', 'token', 'secret', 'credential', 'auth'],
    literalOffset: 0,
    followed: { kind: 'assignment' },
    pattern: new RegExp(assignmentPattern(KEY_NAMES, '[A-Za-z0-9_.=~+/-]{10,200}'), 'gi'),
    group: 1,
    accept: (match, text) => {
      const name = wholeAssignedName(match, text);
      return (
        isKey(match[1] ?? '', name) &&
        !isNamedDigest(name, match[1] ?? '') &&
        !isNextSentence(match) &&
        !SECRET_ATTRIBUTE.test(assignedName(match)) &&
        !CONTINUATION_TOKEN.test(name) &&
        !isResourceName(match, text) &&
        !isBadge(match, text) &&
        !isNameAgain(match, text) &&
        !/\sh1$/.test(assignedName(match))
      );
    },
    samples: {
      hit: [
        'api_key = "q8Zr2LmT0xW5vB9n"',
        'AUTH_TOKEN=4c9e1b7aq52d84f0x7',
        '"client_secret": "q8Zr2LmT0xW5vB9nC4kJ"',
        'secret: qyh9na7gpm6ezj',
        'ENCRYPTION_KEY=base64:27j2aDNg/RBWzGkSL2' + 'WbNdPfmYrrQBv043G1O1Fnoho=',
      ],
      miss: [
        'token: $' + '{GITHUB_TOKEN}',
        'API_KEY=YOUR_API_KEY_HERE',
        'const key = process.env.OPENAI_API_KEY;',
        'key_length = XSalsa20.key_length',
        'apiKey: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
        'token_type: application_default_v2',
        '"credentialId": "B9mTcFSck2LzJO2S3ols63"',
        'SECRET_NAME = "NEXUS-GPT4-API-KEY-9"',
        '"NextToken": "U2FsdGVkX18vvPlOqb7RDrWRWVFBJI46"',
        '"nextPageToken": "CAUQAA-q8Zr2LmT0xW5vB9n"',
        '"LockToken": "447e55ac-2396-4c6d-b9f9-86b67c17f8b5"',
        'arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestSecret-a1b2c3',
        '--finding-types UnauthorizedAccess:EC2/SSHBruteForce22',
        'from tokens import BearerToken, OAuth2Token',
        "new ProxyError('Authentication failed', 'UND_ERR_SOCKS5_AUTH_FAILED')",
        'token_sha256: 4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f039a6e0d81c3b5e72f',
        'def sign(self, private_key: ed25519.Ed25519PrivateKey',
        'httplib2/auth.py,sha256=Fcb7KqrqRCpUaGD-5l84nT5F2aU6ore6ujWLk5idK0o,2158',
        'exports.SOCKS5_CUSTOM_AUTH_START = SOCKS5_CUSTOM_AUTH_START;',
        'golang.org/x/auth v0.3.0 h1:NgckOYzlozSJ5TiMuHAcqPPmtyjWxEHJETUEWnxV0uk=',
        '<img src="https://codecov.io/gh/x/y/graph/badge.svg?token=rn91iI4bSe" alt="Coverage">',
        '"integrity": "sha512-sBkpZ2i2Du4W3lrg4Ajo78D4o3SVUIKBp+9//WXt1spN5GeQrYj2"',
      ],
    },
  },
  {
    name: 'markup-password',
    kind: 'secrets',
    severity: 'high',
    literals: ['key="password', 'key="cleartextpassword', 'name="password', "key='password"],
    literalOffset: 0,
    pattern: /(?:key|name)=["'](?:ClearText)?Password["']\s{0,4}value=["']([^"']{6,100})["']/gi,
    group: 1,
    accept: (match) => !isPlaceholder(match[1] ?? '') && !/^%.*%$/.test(match[1] ?? ''),
    samples: {
      hit: [
        '<add key="Password" value="q8Zr2LmT0x" />',
        '<add key="ClearTextPassword" value="q8Zr2LmT0x" />',
      ],
      miss: ['<add key="Password" value="%PASSWORD%" />', '<input name="password" type="password">'],
    },
  },
  {
    name: 'kubernetes-secret',
    kind: 'secrets',
    severity: 'medium',
    literals: ['kind: secret', 'kind: "secret', "kind: 'secret"],
    literalOffset: 0,
    pattern:
      /kind:\s{1,3}["']?Secret["']?\s[^\0]{0,300}?\n(?:data|stringData):\s{1,3}[A-Za-z0-9_.-]{1,80}:\s{1,3}["']?[A-Za-z0-9+/=_-]{8,}/gi,
    accept: ([text]) => !/\{\{|\$\{|<[a-z]/i.test(text),
    windowRadius: 600,
    samples: {
      hit: ['kind: Secret\nmetadata:\n  name: x\ndata:\n  password: cThacjJMbVQweA==\n'],
      miss: [
        'kind: Secret\nmetadata:\n  name: x\n',
        'kind: Secret\ndata:\n  password: {{ .Values.password }}\n',
      ],
    },
  },
];

/**
 * Matches names of the properties of a secret, which are not the secret itself: `secretName`, `token_endpoint`,
 * `passwordPolicy`.
 */
const SECRET_ATTRIBUTE =
  /(?:(?<=[a-z])(?:Ids?|Names?|Length|Size|Type|Policy|Endpoint|Url|Uri|Path|File|Version|Ref|Arn|Ttl|Expiry|Count|Format|Store|Manager|Vault|Provider|Algorithm|Min|Max)|(?:[_ .-])(?:ids?|names?|length|size|type|policy|endpoint|url|uri|path|file|version|ref|arn|ttl|expiry|count|format|store|manager|vault|provider|algorithm|min|max))$/i;

/**
 * Matches tokens for the next page of a list or for the next changes. If they were redacted, the next call would
 * fail.
 */
const CONTINUATION_TOKEN =
  /(?:next|page|paging|pagination|continu(?:e|ation)|cursor|resume|sync|marker|forward|backward|lock|idempotency|change)[_-]?(?:page|lock)?[_-]?tokens?\b/i;

/** `arn:aws:secretsmanager:…:secret:name` is the name of a secret, and `UnauthorizedAccess:…` is a type of event. */
function isResourceName({ 0: whole, index }: RegExpExecArray, text: string): boolean {
  const before = text.slice(Math.max(0, index - 100), index);
  return (
    (/^secret:/i.test(whole) && /\barn:aws[\w-]{0,8}:secretsmanager:[\w-]{0,20}:\d{0,12}:$/.test(before)) ||
    (/^auth/i.test(whole) && /un$/i.test(before))
  );
}

/** A token in `badge.svg?token=…` is public, because the badge is shown in a README. */
const isBadge = ({ index }: RegExpExecArray, text: string): boolean =>
  /\.svg\?$/i.test(text.slice(Math.max(0, index - 8), index));

/** Tests for a value that repeats the name: `exports.AUTH_START = AUTH_START`. */
const isNameAgain = ({ 0: whole, 1: value = '', index }: RegExpExecArray, text: string): boolean =>
  text.slice(Math.max(0, index - 60), index + whole.length - value.length).includes(value);

/** Matches passwords that tests and manuals use as examples. */
const TEST_PASSWORD = /^(?:secret|password|test)[_-]?[0-9]{1,3}$/i;

function isPassword(value: string): boolean {
  return (
    !isPlaceholder(value) &&
    !TEST_PASSWORD.test(value) &&
    !CODE.test(value) &&
    !/^[0-9.,]+$/.test(value) &&
    /[0-9!@#%^&*+?~]/.test(value) &&
    characterClasses(value) > 1 &&
    entropy(value) > 2.5
  );
}

/** Without quotes, `scram-sha-256` is a setting; in quotes, it may be a passphrase. */
function isSettingValue([whole, value = '']: RegExpExecArray): boolean {
  const bare = !/["'`]$/.test(whole.slice(0, -value.length));
  return (
    bare &&
    /[_-]/.test(value) &&
    value.split(/[_-]/).every((piece) => /^(?:[a-z]{2,}|[0-9]{1,4})$/i.test(piece))
  );
}

/** Tests for a search result, which consists of a file, a line number and text: `src/password.ts:3:export`. */
function isSearchResult(match: RegExpExecArray): boolean {
  return /\.[a-z]{1,5}$/i.test(assignedName(match)) && /^[0-9]{1,6}[:-]/.test(match[1] ?? '');
}

/** Tests whether the assigned name is in another sentence: `Give me the password. My request: length=12`. */
const isNextSentence = ([text]: RegExpExecArray): boolean => /^\w+\.\s/.test(text);

/** After a comma, a value counts as a password only if it does not look like a name with a number. */
function isNextArgument([whole, value = '']: RegExpExecArray): boolean {
  return whole.slice(0, -value.length).includes(',') && isIdentifier(value);
}

function isKey(value: string, context: string): boolean {
  return (
    /[0-9]/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !isPlaceholder(value) &&
    !CODE.test(value) &&
    !isIdentifier(value) &&
    entropy(value) > (HASH.test(value) ? 3 : 3.2) &&
    (!HASH.test(value) || /secret|passw|api[_-]?key|token|private/i.test(context)) &&
    !/^(?:sha(?:1|256|384|512)|md5)[-:=]|version|^v?[0-9]+(?:\.[0-9]+)+/i.test(value)
  );
}
