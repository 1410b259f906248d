// The elements of chains: calls with their effects, paths, hosts, commands and labels. Structural types, so that
// the code that collects these facts does not depend on this package.

/** The effects of a call. */
export type StepEffect = 'read' | 'write' | 'delete' | 'move' | 'exec' | 'connect';

/** The class of a path. */
export type PathLabel = 'credentials' | 'secrets' | 'personal' | 'project' | 'temp' | 'system';

/**
 * Other properties of a call or its response: the response contained a secret, personal data or untrusted
 * text; or the call leaves this machine although it names no host (a remote server, a mail tool).
 */
export type ContentLabel = 'secret_text' | 'personal_text' | 'untrusted_text' | 'outside';

/** All labels. */
export type Label = PathLabel | ContentLabel;

/** One path of a call. */
export interface StepPath {
  /** As written in the call. */
  readonly text: string;
  /** Canonical absolute spellings, if they were resolved. */
  readonly readings?: readonly string[];
  /** The effects on this path; those of the call by default. */
  readonly effects?: readonly StepEffect[];
}

/** One program that a call starts. */
export interface StepCommand {
  /** As written: `/usr/bin/curl`. */
  readonly program: string;
  /** All words, including the program. */
  readonly words: readonly string[];
}

/** One call. */
export interface Step {
  /** A reference that the caller needs to find the call again, such as its sequence number in the log. */
  readonly key: string;
  readonly tool: string;
  readonly server: string;
  readonly effects: readonly StepEffect[];
  readonly paths: readonly StepPath[];
  readonly hosts: readonly string[];
  readonly commands: readonly StepCommand[];
  /** The known labels; `labelsOf` adds the classes of the paths. */
  readonly labels: readonly Label[];
  /**
   * All texts that the call sends. For a chain that sends data, they must contain something private. Without
   * this member, as with files and pipes of a shell, the sent data is unknown, and the order of events is
   * enough.
   */
  readonly sent?: readonly string[] | undefined;
}

/** A call in a chain, as it is stored. */
export interface RecordedStep {
  readonly key: string;
  readonly tool: string;
  readonly server: string;
  readonly time: number;
  /** Its action, for users: "read `~/.ssh/id_rsa`". */
  readonly what: string;
}

/** The action of a configured chain. */
export type ChainAction = 'deny' | 'prompt' | 'log';

/** A chain that a call completes. */
export interface ChainMatch {
  /** `read_then_send`, …, or the name of a configured chain. */
  readonly name: string;
  /** Undefined: the configured action for chains. `log` never requires approval and never denies. */
  readonly action?: ChainAction;
  /** One sentence for users. */
  readonly reason: string;
  /** A suggestion for the model. */
  readonly suggestion: string;
  /** The calls in order; the last one is the current call. */
  readonly steps: readonly RecordedStep[];
}

/** True if the effects include the given one; moving counts as writing and deleting. */
export function hasEffect(effects: readonly StepEffect[], effect: StepEffect): boolean {
  return (
    effects.includes(effect) || ((effect === 'write' || effect === 'delete') && effects.includes('move'))
  );
}

/** A path as written, and as resolved. */
export const spellings = ({ text, readings = [] }: StepPath): readonly string[] => [text, ...readings];
