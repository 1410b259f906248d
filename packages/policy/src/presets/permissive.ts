import { metadata, ownFiles, secrets } from './blocks.js';

export const permissive = `# permissive: everything passes and is recorded, except keys, credentials and the firewall's own files.
version = 1
default = "log"

${secrets}
${ownFiles}
${metadata}
[chains]
action = "log"

[sampling]
action = "log"
include_context = "allServers"
`;
