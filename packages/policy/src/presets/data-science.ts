import { dangerousTools, deletions, metadata, ownFiles, secrets, shellQuestions, startUp } from './blocks.js';

export const dataScience = `# data-science: notebooks and data. Allows reading, keeps data on this machine, protects original files.
version = 1
default = "log"

${secrets}
${ownFiles}
${startUp}
${metadata}
${deletions}
# Originals: change a copy.
[[rule]]
name = "no_raw_data_changes"
action = "deny"
effect = ["write", "delete", "move"]
path = ["**/data/raw/**", "**/raw_data/**"]
message = "Raw data is read only; write to another folder"

# Where packages, models and data sets come from.
[[rule]]
name = "known_sources"
action = "allow"
host = ["pypi.org", "files.pythonhosted.org", "*.anaconda.org", "conda.anaconda.org", "huggingface.co", "*.huggingface.co", "*.kaggle.com", "localhost", "127.0.0.1"]
effect = ["connect", "read", "exec", "write"]

[[rule]]
name = "ask_other_hosts"
action = "prompt"
effect = "connect"
message = "The call connects to a host that is not on the list"

${shellQuestions}
[responses]
personal = "redact"

${dangerousTools}`;
