import { deletions, metadata, ownFiles, secrets, shellQuestions, startUp } from './blocks.js';

export const balanced = `# balanced: stops what matters, asks rarely, lets a normal day's work pass.
#
# Rules are tried from top to bottom and the first that matches decides; what no rule names passes and is recorded.
# Try a change before you trust it: clawdefender policy explain --tool read_file --args '{"path": "~/.ssh/id_rsa"}'
version = 1
default = "log"

${secrets}
${ownFiles}
${startUp}
${metadata}
${shellQuestions}
${deletions}
# Browsers are used to look at what is being built: they may open addresses of this machine.
[egress]
exclude_tools = ["browser_*", "playwright_*", "puppeteer_*"]
`;
