import { environmentFiles, keys, metadata, ownFiles, translations } from './blocks.js';

export const permissive = `# permissive: allows and logs everything except access to keys, credentials and the files of the firewall.
version = 1
default = "log"

${keys}
${ownFiles}
${metadata}
${translations}
${environmentFiles}
# This machine and the local network are allowed; metadata services are not.
[egress]
action = "log"
private = "allow"
loopback = "allow"

[chains]
action = "log"

[sampling]
action = "log"
include_context = "allServers"
`;
