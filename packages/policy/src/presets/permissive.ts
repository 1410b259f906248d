import { metadata, ownFiles, secrets } from './blocks.js';

export const permissive = `# permissive: everything passes and is recorded, except keys, credentials and the firewall's own files.
version = 1
default = "log"

${secrets}
${ownFiles}
${metadata}
# Addresses of this machine and of the network around it pass; those that hand out credentials do not.
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
