import { deletions, metadata, ownFiles, secrets, startUp } from './blocks.js';

export const strict = `# strict: nothing passes that a rule does not name. Made to be extended with your own servers and tools.
version = 1
default = "deny"

${secrets}
${ownFiles}
${startUp}
${metadata}
${deletions}
# Reading and listing in the server's own working directory.
[[rule]]
name = "read_project"
action = "allow"
effect = "read"
path = "./**"

# Changes there are possible, but a person says yes.
[[rule]]
name = "ask_project_changes"
action = "prompt"
tool = "*"
effect = ["write", "delete", "move"]
path = "./**"
message = "This changes files of a project"

[[rule]]
name = "ask_shell"
action = "prompt"
effect = "exec"
message = "An agent wants to run a command"

[wire]
strict = true
unknown_methods = "deny"
unknown_tools = "deny"
unmatched = "drop"

[tools]
pin = "block"
poisoning = "block"
shadowing = "block"
schema = "deny"

[sampling]
action = "deny"

[elicitation]
action = "prompt"

[roots]
action = "prompt"
`;
