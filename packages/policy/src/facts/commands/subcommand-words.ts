// Recognizes the subcommands of programs for services, which are no files: `gh ssh-key list`, `gh repo deploy-key add`.

/** The number of first words that can be subcommands. */
const MOST_SUBCOMMANDS = 3;
const SUBCOMMAND = /^[a-z][a-z-]*$/;
/** Programs whose first words are always subcommands. */
const SERVICES = new Set('gh glab aws gcloud az doctl hcloud scw linode-cli heroku fly flyctl'.split(' '));

/** Tests whether this word and all words before it are subcommands. The last word can be the name of a file. */
export function namesSubcommand(words: readonly string[], index: number): boolean {
  if (index > MOST_SUBCOMMANDS || !SERVICES.has(words[0] ?? '')) return false;
  const names = words.slice(1, index + 1);
  return names.every((word) => SUBCOMMAND.test(word)) && (index < 3 || index < words.length - 1);
}
