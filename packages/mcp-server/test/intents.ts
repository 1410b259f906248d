// Defines intents with their corresponding calls, and a policy with rules of every kind that decides both, for tests
// that compare the decisions. The calls are written out, so that errors in the conversion are found.

export interface IntendedCall {
  readonly method: string;
  readonly params: object;
}

const useTool = (name: string, input: object): IntendedCall => ({
  method: 'tools/call',
  params: { name, arguments: input },
});

const calls: Readonly<Record<string, (target: string) => IntendedCall>> = {
  file_read: (path) => useTool('file_read', { path }),
  file_write: (path) => useTool('file_write', { path }),
  file_delete: (path) => useTool('file_delete', { path }),
  shell_execute: (command) => useTool('shell_execute', { command }),
  network_request: (url) => useTool('network_request', { url }),
  resource_access: (uri) => ({ method: 'resources/read', params: { uri } }),
  other: (target) => useTool('other', { target }),
};

/** The kinds of actions. */
export const actions = Object.keys(calls);

/** Returns the corresponding call. */
export function callOf(action: string, target: string): IntendedCall {
  const make = calls[action];
  if (make === undefined) throw new Error(`there is no action ${action}`);
  return make(target);
}

/** A policy with rules by path, effect, host, command, resource and tool. */
export const rulesOfEveryKind = (project: string): string => `
default = "deny"
[[rule]]
name = "no_hidden"
action = "deny"
path = "**/.*"
[[rule]]
name = "ask_deletes"
action = "prompt"
effect = "delete"
[[rule]]
name = "no_internet"
action = "block"
effect = "connect"
host = "*.evil.example"
[[rule]]
name = "shell"
action = "allow"
command = ["ls", "cat", "git"]
[[rule]]
name = "project"
action = "allow"
path = "${project}/**"
[[rule]]
name = "docs"
action = "log"
resource = "docs://**"
[[rule]]
name = "by_tool"
action = "prompt"
tool = ["other", "network_*"]
`;
