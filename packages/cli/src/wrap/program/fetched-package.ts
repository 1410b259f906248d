// Determines the package or image that a runner such as `npx`, `uvx` or `docker run` downloads.

/**
 * Returns the name of the package or image as written, including any version; undefined if the runner downloads
 * nothing.
 */
export function fetchedName(runner: string, rest: readonly string[]): string | undefined {
  if (runner === 'docker' || runner === 'podman')
    return rest[0] === 'run' ? imageOf(rest.slice(1)) : undefined;
  const verbs: Readonly<Record<string, readonly string[]>> = {
    npm: ['exec', 'x'],
    pnpm: ['dlx'],
    yarn: ['dlx'],
    bun: ['x'],
    pipx: ['run'],
  };
  const verb = Object.hasOwn(verbs, runner) ? verbs[runner] : undefined;
  const words = verb?.includes(rest[0] ?? '')
    ? rest.slice(1)
    : ['npx', 'bunx', 'pnpx', 'uvx'].includes(runner)
      ? rest
      : undefined;
  if (words === undefined) return undefined;
  const from = words.findIndex((word) => ['--from', '-p', '--package'].includes(word));
  const named = from >= 0 ? words[from + 1] : words.find((word) => !word.startsWith('-'));
  return named === undefined || /^[./~]|^[A-Za-z]:[\\/]|[$]/.test(named) ? undefined : named;
}

/** The options of `docker run` that take a value. */
const valued =
  /^(?:-[evpwuhl]|--(?:env|env-file|volume|mount|publish|name|network|workdir|user|entrypoint|label|platform|add-host|hostname|memory|cpus|pull))$/;

function imageOf(words: readonly string[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (valued.test(word)) at++;
    else if (!word.startsWith('-')) return word;
  }
  return undefined;
}
