import {
  dangerousTools,
  deletions,
  environmentFiles,
  keys,
  metadata,
  ownFiles,
  settingsThatRunCode,
  startUp,
  translations,
} from './blocks.js';
import { shellCommands } from './shell-commands.js';

export const development = `# development: for coding agents with a shell. Everyday tools run without approval; secrets are protected.
version = 1
default = "log"

${keys}
${ownFiles}
${startUp}
${metadata}
${translations}
${environmentFiles}
${deletions}
${settingsThatRunCode}
# The rule matches only if all programs of a command are listed.
[[rule]]
name = "everyday_programs"
action = "allow"
command = [
  "git", "npm", "npx", "pnpm", "yarn", "node", "tsc", "vitest", "jest", "eslint", "prettier", "biome", "python", "python3", "pip", "pytest", "uv", "ruff", "cargo", "rustc",
  "go", "make", "cmake", "mvn", "gradle", "dotnet", "ls", "cat", "head", "tail", "wc", "grep", "rg", "find", "fd", "sed", "awk", "sort", "uniq", "cut", "diff", "tree", "echo",
  "printf", "mkdir", "touch", "cp", "mv", "rm", "jq", "date", "which", "sleep", "xargs", "env", "tee", "tr", "basename", "dirname", "realpath", "stat", "file", "du", "df",
]

${shellCommands}
[egress]
loopback = "allow"
private = "prompt"

${dangerousTools}`;
