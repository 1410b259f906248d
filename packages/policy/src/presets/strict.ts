import { deletions, environmentFiles, keys, metadata, ownFiles, startUp } from './blocks.js';

export const strict = `# strict: denies everything that no rule allows. Extend it with your own servers and tools.
version = 1
default = "deny"

${keys}
${environmentFiles}
${ownFiles}
${startUp}
${metadata}
${deletions}
# Read and list files in the working directory of the server.
[[rule]]
name = "read_project"
action = "allow"
effect = "read"
path = "./**"

# Changes in the working directory require approval.
[[rule]]
name = "ask_project_changes"
action = "prompt"
tool = "*"
effect = ["write", "delete", "move"]
path = "./**"
message = "The call changes project files"

[[rule]]
name = "ask_shell"
action = "prompt"
effect = "exec"
message = "The call runs a command"

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
