// The rules of a scan in words, for whoever reads a finding without knowing us.

/** What a rule is about, and why it matters. */
export interface ScanRule {
  readonly title: string;
  readonly why: string;
}

/** What has passed before and would not pass today. */
export const historyRule = 'passed-before';

const rules: Readonly<Record<string, ScanRule>> = {
  unprotected: {
    title: 'A server is not behind the firewall',
    why: 'Its client talks to it directly: nothing is judged, and nothing is recorded.',
  },
  unpinned: {
    title: 'The code of a server is fetched anew',
    why: 'Whoever publishes the next version decides what runs on this machine. Name a version.',
  },
  shell: {
    title: 'A server is started by a shell',
    why: 'A shell can run anything beside the server. Name the program itself.',
  },
  'plain-http': {
    title: 'A connection without encryption',
    why: 'Everybody on the way can read and change what is said, also the definitions of tools.',
  },
  'other-name': {
    title: 'A server runs under the name of another',
    why: 'Rules can be about a server by its name: this one gets the permissions of the other.',
  },
  secret: {
    title: 'A secret stands in a configuration file',
    why: 'Every program of the user can read it, and copies of the file carry it elsewhere.',
  },
  'writable-by-others': {
    title: 'Others can change what a client starts',
    why: 'Whoever can write the file, or replace it in its folder, runs programs as this user.',
  },
  poisoned: {
    title: 'A server speaks to the model',
    why: 'What a server says about its tools is read by the model as if the user had said it.',
  },
  shadowing: {
    title: "Tools stand in the light of another server's",
    why: 'A model that knows two tools of one name, or is told how to use those of another server, may call the wrong one.',
  },
  changed: {
    title: 'A tool is no longer what was accepted',
    why: 'A server that was harmless when it was accepted can become something else later.',
  },
  [historyRule]: {
    title: 'A call has passed that would not pass today',
    why: 'The present policy refuses or asks about what was let through before.',
  },
};

export const ruleOf = (id: string): ScanRule => rules[id] ?? { title: id, why: id };
