// Defines the elements of chains: calls with their effects, paths, hosts, commands and labels. The types are
// structural, so that the code that collects these facts does not depend on this package.

/** The effects of a call. */
export type StepEffect = 'read' | 'write' | 'delete' | 'move' | 'exec' | 'connect';

/** The class of a path. */
export type PathLabel = 'credentials' | 'secrets' | 'personal' | 'project' | 'temp' | 'system';

/**
 * Other properties of a call or its response. The response contained a secret, personal data or untrusted text; or
 * the call sends data outside this machine although it names no host, as a remote server or a mail tool does.
 */
export type ContentLabel = 'secret_text' | 'personal_text' | 'untrusted_text' | 'outside';

/** The labels of a call. */
export type Label = PathLabel | ContentLabel;

/** One path of a call. */
export interface StepPath {
  /** The path as written in the call. */
  readonly text: string;
  /** The canonical absolute paths, if the path was resolved. */
  readonly readings?: readonly string[];
  /** The effects on this path. Default: the effects of the call. */
  readonly effects?: readonly StepEffect[];
}

/** One program that a call starts. */
export interface StepCommand {
  /** The program as written: `/usr/bin/curl`. */
  readonly program: string;
  /** All words of the command, including the program. */
  readonly words: readonly string[];
}

/** One call. */
export interface Step {
  /** A reference that identifies the call to the caller, such as the sequence number in the log. */
  readonly key: string;
  readonly tool: string;
  readonly server: string;
  readonly effects: readonly StepEffect[];
  readonly paths: readonly StepPath[];
  readonly hosts: readonly string[];
  readonly commands: readonly StepCommand[];
  /** The known labels. `findLabels` adds the classes of the paths. */
  readonly labels: readonly Label[];
  /**
   * All texts that the call sends. A chain then requires that one of them contains private text. Without this member,
   * the sent data is unknown, as with files and pipes of a shell, and the order of the calls is sufficient.
   */
  readonly sent?: readonly string[] | undefined;
}

/** A call of a chain, as it is stored. */
export interface RecordedStep {
  readonly key: string;
  readonly tool: string;
  readonly server: string;
  readonly time: number;
  /** A description of the action for users: "read `~/.ssh/id_rsa`". */
  readonly what: string;
}

/** The action of a configured chain. */
export type ChainAction = 'deny' | 'prompt' | 'log';

/** A chain that a call completes. */
export interface ChainMatch {
  /** The name of the chain: `read_then_send`, …, or the name of a configured chain. */
  readonly name: string;
  /** If undefined, the configured action for chains applies. `log` never denies or requires approval. */
  readonly action?: ChainAction;
  /** The reason, a sentence for users. */
  readonly reason: string;
  /** A suggestion for the model. */
  readonly suggestion: string;
  /** The calls in order. The last call is the current call. */
  readonly steps: readonly RecordedStep[];
}

/** Tests whether the effects include an effect. Moving counts as writing and deleting. */
export function hasEffect(effects: readonly StepEffect[], effect: StepEffect): boolean {
  return (
    effects.includes(effect) || ((effect === 'write' || effect === 'delete') && effects.includes('move'))
  );
}

/** Returns a path as written and as resolved. */
export const spellings = ({ text, readings = [] }: StepPath): readonly string[] => [text, ...readings];
