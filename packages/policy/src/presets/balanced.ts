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

export const balanced = `# balanced: denies dangerous calls, rarely requires approval, allows everyday work.
#
# Rules are tried from top to bottom; the first match decides. Calls that no rule matches are allowed and logged.
# To test a change: clawdefender policy explain --tool read_file --args '{"path": "~/.ssh/id_rsa"}'
version = 1
default = "log"

${keys}
${ownFiles}
${startUp}
${metadata}
${translations}
${environmentFiles}
${shellCommands}
${deletions}
${settingsThatRunCode}
# Browser tools may open servers on this machine, but not on the local network.
[[rule]]
name = "no_private_network_in_browsers"
action = "deny"
tool = ["browser_*", "playwright_*", "puppeteer_*"]
host = [
  "10.*", "192.168.*", "172.16.*", "172.17.*", "172.18.*", "172.19.*", "172.2?.*", "172.30.*", "172.31.*", "169.254.*", "100.64.*",
  "[fe80:*", "[fc*", "[fd*", "[::ffff:*", "*.nip.io", "*.sslip.io", "*.xip.io", "*.local", "*.internal",
]
message = "Browser tools may not open private network addresses"

# Servers on this machine or the local network require approval once per session. Metadata services are always denied.
[egress]
loopback = "prompt"
private = "prompt"
exclude_tools = ["browser_*", "playwright_*", "puppeteer_*"]

${dangerousTools}`;
