// Classifies paths: folders and files with credentials, secrets and personal data, and system files. Whole segments
// are compared anywhere in the path, so the home folder need not be known.

import { hasWildcard, matchesGlob } from '../glob.js';
import type { PathLabel } from '../step.js';
import { normalizePath } from './normalize-path.js';

type PathClass = Exclude<PathLabel, 'project'>;

/** Consecutive segments of a path. All files below these segments belong to the class. */
const FOLDERS: Readonly<Record<'credentials' | 'personal', string>> = {
  credentials: `
    .ssh .aws .azure .gnupg .kube .password-store .oci .chef .bluemix .aliyun .tccli .vault-token .minikube/profiles
    .config/gcloud .config/gh .config/glab-cli .config/hub .config/doctl .config/op .config/bitwarden .config/sops
    .config/containers/auth.json .docker/config.json .terraform.d/credentials.tfrc.json .cargo/credentials
    .cargo/credentials.toml .gem/credentials
    .local/share/keyrings .config/1password .electrum .bitcoin .ethereum/keystore .solana .config/solana
    library/keychains application+support/1password application+support/bitwarden
    appdata/roaming/microsoft/credentials appdata/local/microsoft/credentials appdata/roaming/microsoft/protect
    etc/shadow etc/gshadow etc/sudoers etc/ssl/private etc/krb5.keytab
    run/secrets var/run/secrets proc/self/environ`,
  personal: `
    library/messages library/mail library/calendars library/safari library/photos library/application+support/addressbook
    .mozilla .thunderbird .config/google-chrome .config/chromium .config/bravesoftware .config/signal .config/slack
    application+support/google/chrome application+support/firefox application+support/signal application+support/slack
    appdata/local/google/chrome appdata/roaming/mozilla appdata/local/microsoft/edge
    appdata/roaming/thunderbird .local/share/evolution .local/share/telegramdesktop`,
};

/** Names of files. */
const FILES: Readonly<Record<'credentials' | 'secrets' | 'personal', string>> = {
  credentials:
    '.netrc _netrc .git-credentials .pgpass .my.cnf .s3cfg .boto .dockercfg .rclone.conf rclone.conf login+data key4.db logins.json wallet.dat',
  secrets:
    '.env .envrc .flaskenv .dev.vars .npmrc .pypirc .htpasswd settings-security.xml credentials.json secrets.json secrets.yaml secrets.yml secrets.toml secret.yaml secret.yml secrets.env client_secret.json gcp-key.json service-account.json serviceaccount.json master.key credentials.yml.enc terraform.tfvars local.settings.json wp-config.php',
  personal:
    '.bash_history .zsh_history .sh_history .python_history .node_repl_history .psql_history .mysql_history cookies.sqlite places.sqlite chat.db addressbook.sqlitedb',
};
const SECRET_ENDINGS = /\.(?:pem|key|p12|pfx|kdbx?|jks|keystore|ppk|ovpn|tfstate|tfstate\.backup|agekey)$/;
const KEY_FILES = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._~-]|$)/;
const ENVIRONMENT_FILES = /^\.env[._~-]|^(?:prod|production|stage|staging|dev|development|local|live)\.env$/;

/** Public files: public keys, lists of known hosts, certificate bundles, templates. */
const NOT_SENSITIVE =
  /\.pub$|^known_hosts|^(?:cacert|ca-bundle|ca-certificates|fullchain|chain|cert)\.pem$|\.(?:example|sample|template|dist|defaults?|schema)$|^\.env[._-](?:example|sample|template|dist|defaults?|schema)/;
const NOT_SENSITIVE_PATHS = /(?:^|\/)\.ssh\/config$|(?:^|\/)\.aws\/config$/;

const TEMP =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)(?:\/|$)|\/appdata\/local\/temp(?:\/|$)|^[a-z]:\/temp(?:\/|$)|^(?:\$\{?tmpdir\}?|%te?mp%)(?:\/|$)/;
const SYSTEM =
  /^(?:\/private)?\/(?:etc|usr|bin|sbin|lib|lib64|boot|proc|sys|system|library|dev|var)(?:\/|$)|^[a-z]:\/(?:windows|program files|programdata)(?:[ /(]|$)/;

/** A folder by its first segment: the other segments, and its class. */
interface Folder {
  readonly rest: readonly string[];
  readonly label: PathClass;
}

const folders = new Map<string, readonly Folder[]>();
const none: readonly Folder[] = [];
for (const [label, list] of Object.entries(FOLDERS) as [PathClass, string][])
  for (const entry of names(list)) {
    const [first = '', ...rest] = entry.split('/');
    folders.set(first, [...(folders.get(first) ?? []), { rest, label }]);
  }
const files = new Map<string, PathClass>(
  (Object.entries(FILES) as [PathClass, string][]).flatMap(([label, list]) =>
    names(list).map((name) => [name, label] as const),
  ),
);

/** Splits a list of names at spaces. A plus sign stands for a space inside a name. */
function names(list: string): string[] {
  return list
    .trim()
    .split(/\s+/)
    .map((name) => name.replaceAll('+', ' '));
}

/** Returns the most sensitive class of a path, or undefined for an ordinary path. */
export function classifyPath(text: string): PathClass | undefined {
  const path = normalizePath(text);
  const parts = path.split('/');
  const name = parts[parts.length - 1] ?? '';
  if (NOT_SENSITIVE.test(name) || NOT_SENSITIVE_PATHS.test(path)) return undefined;
  return (
    classOfFolders(parts) ??
    classOfFile(name) ??
    (TEMP.test(path) ? 'temp' : SYSTEM.test(path) ? 'system' : undefined)
  );
}

function classOfFolders(parts: readonly string[]): PathClass | undefined {
  let found: PathClass | undefined;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    // Whole segments are compared, so text before the path does not matter: `@~/.ssh`, `--key=~/.ssh`.
    for (const { rest, label } of isGlob(part) ? foldersMatching(part) : (folders.get(part) ?? none))
      if (rest.every((step, offset) => parts[index + 1 + offset] === step) && isPlausible(parts, index)) {
        if (label === 'credentials') return label;
        found = label;
      }
  }
  return found;
}

/** Excludes folders such as `library/mail` in a project. On macOS the folder is in the home folder. */
function isPlausible(parts: readonly string[], index: number): boolean {
  if (parts[index] !== 'library') return true;
  return /^(?:~.*|\$\{?home\}?)$/.test(parts[index - 1] ?? '') || parts[index - 2] === 'users';
}

function classOfFile(name: string): PathClass | undefined {
  const bare = name.replace(/^[^=@]*[=@]/, '');
  if (isGlob(bare))
    return [...files].find(([known]) => matchesGlob(bare, known))?.[1] ?? classOfExtension(bare);
  return files.get(bare) ?? classOfExtension(bare);
}

function classOfExtension(name: string): PathClass | undefined {
  if (KEY_FILES.test(name)) return 'credentials';
  return SECRET_ENDINGS.test(name) || ENVIRONMENT_FILES.test(name) ? 'secrets' : undefined;
}

// Tests for a wildcard with at least two adjacent literal characters: `cat ~/.s?h/*`. Such a wildcard counts as every
// name that it matches.
const isGlob = (part: string): boolean => hasWildcard(part) && /[^*?[\]][^*?[\]]/.test(part);
const foldersMatching = (part: string): readonly Folder[] =>
  [...folders].flatMap(([known, list]) => (matchesGlob(part, known) ? list : []));
