// What a chain is made of: calls, seen as their effects, paths, hosts, commands and labels. Structural, so that whoever
// finds these facts need not know this package.

/** What a call does to the world. */
export type StepEffect = 'read' | 'write' | 'delete' | 'move' | 'exec' | 'connect';

/** The class of a path that a call touches. */
export type PathLabel = 'credentials' | 'secrets' | 'personal' | 'project' | 'temp' | 'system';

/**
 * What is known about a call or its answer beside the paths: its answer held a secret, personal data or text that
 * strangers wrote; or the call leaves this machine although it names no host (a remote server, a mailer).
 */
export type ContentLabel = 'secret_text' | 'personal_text' | 'untrusted_text' | 'outside';

/** Everything that a chain can be about. */
export type Label = PathLabel | ContentLabel;

/** One path of a call. */
export interface StepPath {
  /** As it stands in the call. */
  readonly text: string;
  /** Canonical absolute spellings, where somebody resolved them. */
  readonly readings?: readonly string[];
  /** What is done to this path; the effects of the call unless told. */
  readonly effects?: readonly StepEffect[];
}

/** One program that a call starts. */
export interface StepCommand {
  /** As written: `/usr/bin/curl`. */
  readonly program: string;
  /** All words, the program first. */
  readonly words: readonly string[];
}

/** One call. */
export interface Step {
  /** Whatever the caller needs to find the call again, such as its sequence number in the log. */
  readonly key: string;
  readonly tool: string;
  readonly server: string;
  readonly effects: readonly StepEffect[];
  readonly paths: readonly StepPath[];
  readonly hosts: readonly string[];
  readonly commands: readonly StepCommand[];
  /** What is known already; `labelsOf` adds the classes of the paths. */
  readonly labels: readonly Label[];
  /**
   * Every text that leaves with the call. Something private must be in it, then, for a chain that sends; without this member
   * nobody can see what leaves, as with the files and pipes of a shell, and the order of events is enough.
   */
  readonly sent?: readonly string[] | undefined;
}

/** A call that took part in a chain, as it is remembered. */
export interface RecordedStep {
  readonly key: string;
  readonly tool: string;
  readonly server: string;
  readonly time: number;
  /** What it did, for a person: "read `~/.ssh/id_rsa`". */
  readonly what: string;
}

/** What a configured chain wants done. */
export type ChainAction = 'deny' | 'prompt' | 'log';

/** A chain that a call completes. */
export interface ChainMatch {
  /** `read_then_send`, …, or the name of a configured chain. */
  readonly name: string;
  /** Absent: whatever the policy says about chains. `log` never asks and never refuses. */
  readonly action?: ChainAction;
  /** One sentence for a person. */
  readonly reason: string;
  /** What a model can do instead. */
  readonly suggestion: string;
  /** The calls in order; the last is the one that was asked about. */
  readonly steps: readonly RecordedStep[];
}

/** Whether effects include one; moving is writing and deleting. */
export function hasEffect(effects: readonly StepEffect[], effect: StepEffect): boolean {
  return (
    effects.includes(effect) || ((effect === 'write' || effect === 'delete') && effects.includes('move'))
  );
}
