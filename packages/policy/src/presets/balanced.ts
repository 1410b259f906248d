import { dangerousTools, deletions, metadata, ownFiles, secrets, shellQuestions, startUp } from './blocks.js';

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
# Browsers are used to look at what is being built: they may open addresses of this machine, and none of the network around it.
[[rule]]
name = "no_private_network_in_browsers"
action = "deny"
tool = ["browser_*", "playwright_*", "puppeteer_*"]
host = [
  "10.*", "192.168.*", "172.16.*", "172.17.*", "172.18.*", "172.19.*", "172.2?.*", "172.30.*", "172.31.*", "169.254.*", "100.64.*",
  "[fe80:*", "[fc*", "[fd*", "[::ffff:*", "*.nip.io", "*.sslip.io", "*.xip.io", "*.local", "*.internal",
]
message = "Browser tools may open this machine and the public web, not the network around it"

# A server on this machine or in the network around it is asked about once per session. Metadata services stay out of reach.
[egress]
loopback = "prompt"
private = "prompt"
exclude_tools = ["browser_*", "playwright_*", "puppeteer_*"]

${dangerousTools}`;
