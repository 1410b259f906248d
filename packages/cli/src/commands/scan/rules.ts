// Describes the rules of a scan, for SARIF.

/** The description of a rule and its severity. */
export interface ScanRule {
  readonly title: string;
  readonly why: string;
}

/** The rule for logged calls that were allowed but that the current policy would not allow. */
export const historyRule = 'passed-before';

const rules: Readonly<Record<string, ScanRule>> = {
  unprotected: {
    title: 'Unprotected server',
    why: 'The client connects to the server directly: calls are neither checked nor logged.',
  },
  unpinned: {
    title: 'Unpinned version',
    why: 'A new release of the package could change what runs on this machine. Pin the version.',
  },
  shell: {
    title: 'Server started by a shell',
    why: 'The shell can also run other commands. Use the program itself as `command`.',
  },
  'plain-http': {
    title: 'Unencrypted connection',
    why: 'Others on the network can read and change messages, including tool definitions.',
  },
  'other-name': {
    title: 'Server runs under another name',
    why: 'Rules match servers by name: this server gets the permissions of the other name.',
  },
  secret: {
    title: 'Secret in a configuration file',
    why: 'Every program that the user runs can read the secret, and copies of the file contain it.',
  },
  'writable-by-others': {
    title: 'Configuration writable by other users',
    why: 'A user who can write or replace the file can run programs with the rights of its owner.',
  },
  poisoned: {
    title: 'Poisoned tool definition',
    why: 'The model reads tool definitions like instructions from the user.',
  },
  shadowing: {
    title: 'Conflicting tools',
    why: 'If two servers have tools with the same name, or one gives instructions for the tools of another, the model may call the wrong tool.',
  },
  changed: {
    title: 'Changed tool',
    why: 'A tool that was harmless when it was accepted can become dangerous later.',
  },
  [historyRule]: {
    title: 'Earlier call that the current policy would not allow',
    why: 'The current policy denies the call or requires approval; an earlier policy allowed it.',
  },
};

export const ruleOf = (id: string): ScanRule => rules[id] ?? { title: id, why: id };
