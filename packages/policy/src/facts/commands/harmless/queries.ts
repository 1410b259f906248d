// Recognizes commands that only print a version, a help text or a state: `curl --version`, `docker ps`, `gh auth
// status`. They need no approval, so rules with `prompt` do not match their programs; rules with `deny` do.

const ONLY_ARGUMENT = /^--(?:version|help)$/;
/** Programs that print their version with `-V`. */
const SHORT_VERSION = new Set('curl wget ssh sudo rsync tmux sftp scp aria2c'.split(' '));
const PLAIN = /^[\w./:@-]*$/;

type IsQuery = (words: readonly string[]) => boolean;

const QUERIES: ReadonlyMap<string, IsQuery> = new Map<string, IsQuery>([
  ['docker', asksContainers],
  ['podman', asksContainers],
  ['gh', ([, noun, verb, ...more]) => noun === 'auth' && verb === 'status' && more.length === 0],
  ...['npm', 'pnpm'].map((name): [string, IsQuery] => [name, asksConfiguration]),
  ['openssl', asksOpenssl],
  [
    'systemctl',
    ([, verb, ...more]) =>
      /^(?:status|is-active|is-enabled|list-units)$/.test(verb ?? '') && more.every(isName),
  ],
  ['kubectl', asksCluster],
]);

const isName = (word: string): boolean => word.charCodeAt(0) !== 45 && PLAIN.test(word);

/** Tests whether a command only prints information. */
export function isQuery(program: string, words: readonly string[]): boolean {
  const [, first = ''] = words;
  if (words.length === 2 && (ONLY_ARGUMENT.test(first) || (first === '-V' && SHORT_VERSION.has(program))))
    return true;
  return QUERIES.get(program)?.(words) ?? false;
}

const LISTED = new Set('container image volume network context compose'.split(' '));

// Excludes `inspect` and `compose config`, which print the environment of a container.
function asksContainers([, verb = '', ...more]: readonly string[]): boolean {
  const [noun] = more;
  const options =
    /^(?:-[aqlsnf]+|--(?:all|quiet|latest|size|no-trunc|no-stream|tail|since|timestamps)(?:=[\w.:-]+)?|-{0,2}[\w.:-]+)$/;
  if (verb === '-v' && more.length === 0) return true;
  if (/^(?:ps|images|version|info|logs|stats|top)$/.test(verb))
    return more.every((word) => options.test(word));
  const listing = LISTED.has(verb) && /^(?:ls|list|ps|images|version|logs)$/.test(noun ?? '');
  return listing && more.every((word) => options.test(word));
}

function asksConfiguration([, noun, verb, name, more]: readonly string[]): boolean {
  if (noun !== 'config' || more !== undefined) return false;
  if (/^(?:list|ls)$/.test(verb ?? '')) return name === undefined;
  return (
    verb === 'get' && name !== undefined && /^[a-z-]+$/.test(name) && !/auth|pass|token|key|cert/.test(name)
  );
}

function asksOpenssl([, verb, ...more]: readonly string[]): boolean {
  if (verb === 'version') return more.every((word) => /^-[a-z]$/.test(word));
  return verb === 'rand' && more.every((word) => /^(?:-hex|-base64|\d{1,6})$/.test(word));
}

const RESOURCES =
  /^(?:po|pods?|no|nodes?|ns|namespaces?|deploy|deployments?|svc|services?|ing|ingress|jobs?|events?|rs|sts|ds|pvc?)$/;

// Excludes other output formats, which print the environment of a container.
function asksCluster([, verb, noun = '', ...more]: readonly string[]): boolean {
  if (verb === 'version') return [noun, ...more].every((word) => /^(?:--client|)$/.test(word));
  if (verb === 'config') return /^(?:current-context|get-contexts)$/.test(noun) && more.length === 0;
  return (
    verb === 'get' &&
    RESOURCES.test(noun) &&
    more.every((word) => /^(?:-n|-A|-w|--all-namespaces|--namespace=[\w-]+)$/.test(word) || isName(word))
  );
}
