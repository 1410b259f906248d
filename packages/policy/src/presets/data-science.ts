import {
  dangerousTools,
  deletions,
  environmentFiles,
  keys,
  metadata,
  ownFiles,
  settingsThatRunCode,
  startUp,
} from './blocks.js';
import { shellCommands } from './shell-commands.js';

export const dataScience = `# data-science: notebooks and data. Allows reading, requires approval for unknown hosts, protects raw data.
version = 1
default = "log"

${keys}
${ownFiles}
${startUp}
${metadata}
${environmentFiles}
${deletions}
${settingsThatRunCode}
# Original data; agents can change a copy.
[[rule]]
name = "no_raw_data_changes"
action = "deny"
effect = ["write", "delete", "move"]
path = ["**/data/raw/**", "**/raw_data/**"]
message = "Agents may not change raw data; write to another folder"

# Sources of packages, models and data sets.
[[rule]]
name = "known_sources"
action = "allow"
host = ["pypi.org", "files.pythonhosted.org", "*.anaconda.org", "conda.anaconda.org", "huggingface.co", "*.huggingface.co", "*.kaggle.com", "localhost", "127.0.0.1"]
effect = ["connect", "read", "exec", "write"]

[[rule]]
name = "ask_other_hosts"
action = "prompt"
effect = "connect"
message = "The call connects to a host that \`known_sources\` does not list"

${shellCommands}
[responses]
personal = "redact"

${dangerousTools}`;
