export const auditOnly = `# audit-only: logs everything and denies only changes to the firewall. Shows what your agents do.
version = 1
default = "log"

[[rule]]
name = "log_everything"
action = "log"
any = true
description = "Log all events without blocking"

[injection]
action = "log"

[egress]
action = "log"
private = "allow"
loopback = "allow"
metadata = "allow"

[chains]
action = "log"

[responses]
secrets = "log"
oversize = "truncate"

[sampling]
action = "log"
include_context = "allServers"
injection = "log"

[elicitation]
secrets = "log"
`;
