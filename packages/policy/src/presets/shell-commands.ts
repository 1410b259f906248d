// The building block of the presets about shell commands.

export const shellCommands = `# Shell commands. The \`prompt\` rules come before the \`deny\` rule, so that a command that cannot be fully parsed requires approval.
[[rule]]
name = "ask_network_programs"
action = "prompt"
command = [
  "curl", "wget", "aria2c", "http", "https", "xh", "scp", "sftp", "ftp", "rsync", "ssh", "rclone", "aws", "gcloud", "az", "gsutil", "s3cmd",
  "invoke-webrequest", "invoke-restmethod", "iwr", "irm", "certutil", "bitsadmin", "mail", "sendmail", "openssl",
  "python* http.server", "python* SimpleHTTPServer", "php -S*", "git send-email", "git daemon", "git instaweb",
  # A DNS lookup can send data: the name that is looked up can contain it.
  "ping", "ping6", "fping", "arping", "mtr", "traceroute*", "tracepath*", "whois", "getent hosts", "getent ahosts*", "resolvectl", "systemd-resolve", "avahi-resolve*", "dns-sd", "ssh-keyscan",
  "dscacheutil", "resolve-dnsname", "test-connection", "test-netconnection", "unbound-host", "dog", "doggo", "nsupdate", "nping", "hping3",
  # Browsers for the terminal, and further programs for transfers and messages.
  "lynx", "w3m", "links", "links2", "elinks", "curlie", "wget2", "axel", "lftp", "tftp", "ncftp*", "sshfs", "mosh", "ssh-copy-id", "smbclient", "websocat", "wscat", "grpcurl", "gnutls-cli",
  "mosquitto_pub", "kcat", "kafkacat", "logger -n*", "logger --server*", "croc", "wormhole", "ffsend", "restic", "borg", "duplicity", "code tunnel",
  "python* urllib.request", "python* webbrowser", "python* ftplib", "python* smtplib", "python* telnetlib",
]
message = "The command can send data to other machines"

[[rule]]
name = "ask_environment"
action = "prompt"
# \`environ\` matches commands that print all variables: \`env\`, \`printenv\`, \`set\`, \`export -p\`, and code that reads \`os.environ\` as a whole.
# It also matches commands that print a variable with the name of a secret, such as \`echo $GITHUB_TOKEN\`, but not \`deploy --token $TOKEN\`.
command = "environ"
message = "The command prints environment variables, which can contain secrets; print one harmless variable by name instead"

[[rule]]
name = "ask_environment_tools"
action = "prompt"
tool = [
  "get-env", "get_env", "getEnv", "getenv", "print-env", "print_env", "printEnv", "printenv", "list-env", "list_env", "dump-env", "dump_env", "show_env", "env", "environ", "environment",
  "*get_environment*", "*list_environment_variables*", "*get-environment*", "*environment_variables", "*environment-variables", "*env_vars", "*env-vars",
]
message = "The tool returns environment variables, which can contain secrets"

[[rule]]
name = "ask_publishing"
action = "prompt"
# A program and one of its first words: \`npm publish\` also matches \`npm --access public publish\`.
command = [
  "npm publish", "pnpm publish", "yarn publish", "yarn npm", "bun publish", "cargo publish", "gem push", "twine upload", "poetry publish", "uv publish", "hatch publish", "flit publish",
  "npm token", "npm adduser", "npm login", "npm config", "npm set", "cargo login", "gh auth", "gh gist", "gh secret", "gh release", "glab auth", "git credential*",
]
message = "The command publishes a package, or shows or changes your credentials"

[[rule]]
name = "ask_unknown_remotes"
action = "prompt"
# Only commands that contain a URL; \`git push origin\` uses a remote that is already configured.
command = [
  "git push", "git remote", "git archive", "npm install", "npm i", "npm add", "pnpm add", "pnpm install", "yarn add", "bun add", "pip* install", "pip* download", "pipx install", "uv add", "uv pip", "cargo install", "go install", "gem install",
]
host = "*"
message = "The command uploads data to a URL or installs software from one"

[[rule]]
name = "ask_whole_home"
action = "prompt"
# Programs that read a whole folder, or start other programs with the files in it.
command = [
  "tar", "bsdtar", "cpio", "pax", "zip", "7z", "7za", "7zz", "rar", "cp", "ditto", "rsync", "install", "ln", "mount", "git", "hg", "xargs", "parallel", "rg", "ag", "ack",
  "grep -r*", "grep -R*", "grep -?r*", "grep -?R*", "grep -??r*", "grep -??R*", "grep --recursive", "grep --dereference-recursive", "egrep -*r*", "fgrep -*r*", "zgrep -*r*",
  "find -exec*", "find -ok*", "fd -x", "fd -X", "fd --exec*", "find -fprint*", "find -printf",
]
path = ["/", "~", "/home", "/home/*", "/Users", "/Users/*", "/root", "C:/", "C:/Users", "C:/Users/*"]
message = "The command can read a whole home folder or disk"

[[rule]]
name = "ask_whole_settings"
action = "prompt"
# Archives, links and copies of these folders can replace the files in them, such as those of the firewall.
command = ["tar", "bsdtar", "unzip", "7z", "7za", "7zz", "cpio", "pax", "patch", "cp", "rsync", "ditto", "ln", "mount", "git", "xargs", "parallel"]
path = ["~/.config", "~/.local", "~/.local/state"]
message = "The command can read or replace the settings of many programs"

[[rule]]
name = "ask_unpacking"
action = "prompt"
command = ["unzip", "unrar", "patch"]
path = ["/", "~", "/home", "/home/*", "/Users", "/Users/*", "/root", "C:/", "C:/Users", "C:/Users/*"]
message = "The command can replace any file in a home folder"

[[rule]]
name = "ask_whole_home_tools"
action = "prompt"
# Tools that read the content of a whole folder, copy it, or give it to a container. Tools that only list names are not here.
tool = [
  "*grep*", "rg", "*search_content*", "*searchContent*", "*search_in_files*", "*find_in_files*", "search_code", "*pack_codebase*", "*zip*", "*compress*", "*archive*", "tar", "*create_tar*", "*copy*", "*backup*",
  "*extract*", "*unzip*", "*untar*", "*symlink*", "create_link", "*hardlink*",
  "*run_container*", "*create_container*", "*container_run*", "*container_create*", "docker_run*", "podman_run*",
]
path = ["~/.config", "~/.local", "~/.local/state", "/", "~", "/home", "/home/*", "/Users", "/Users/*", "/root", "C:/", "C:/Users", "C:/Users/*"]
message = "The tool can read a whole home folder or disk"

[[rule]]
name = "ask_sending_whole_home"
action = "prompt"
# The root folder is not here, because it can be that of the service to which the tool sends.
tool = ["*upload*", "*send*", "*attach*", "*share*", "*mail*"]
path = ["~", "/home/*", "/Users/*", "/root", "C:/Users/*"]
message = "The tool can send a whole home folder"

[[rule]]
name = "ask_secret_stores"
action = "prompt"
tool = ["get_secret", "*_get_secret", "getSecret", "get-secret", "*get_secret_value*", "*getSecretValue*", "*get-secret-value*", "*read_secret", "*access_secret*", "vault_read*", "*vault_get*", "*get_clipboard*", "*read_clipboard*", "*clipboard_read*"]
message = "The tool returns stored secrets or the clipboard"

[[rule]]
name = "ask_cluster_secrets"
action = "prompt"
tool = ["kubectl*", "*k8s*", "*kubernetes*"]
args."**" = ["secret", "secrets", "Secret", "secret/*", "secrets/*", "*get secret*", "*describe secret*", "*edit secret*"]
message = "The call can return the secrets of a Kubernetes cluster"

[[rule]]
name = "no_raw_sockets"
action = "deny"
command = ["nc", "nc.*", "ncat", "netcat", "socat", "gs-netcat", "dnscat*", "telnet", "nmap", "chisel", "ngrok", "dig", "nslookup", "host", "drill", "kdig", "delv"]
message = "Agents may not run programs for raw connections, tunnels, port scans or DNS queries, which can send data to any host"

[[rule]]
name = "ask_dangerous_programs"
action = "prompt"
command = [
  "sudo", "su", "doas", "chmod", "chown", "dd", "mkfs*", "shred", "crontab", "at", "batch", "launchctl", "loginctl", "update-rc.d", "systemctl", "kill", "killall", "pkill", "taskkill", "shutdown", "reboot",
  "docker", "podman", "nerdctl", "buildah", "kubectl", "mount", "umount", "eval", "base64", "xxd", "reg", "schtasks", "powershell", "pwsh", "cmd", "osascript", "security", "gpg", "pass", "op", "bw", "secret-tool", "ssh-add", "systemd-run",
  # Users, permissions, firewalls, disks and recordings of the network.
  "useradd", "userdel", "usermod", "groupmod", "gpasswd", "passwd", "chpasswd", "visudo", "chattr", "setfacl", "iptables", "ip6tables", "nft", "ufw", "firewall-cmd", "setenforce",
  "modprobe", "insmod", "fdisk", "parted", "wipefs", "diskutil", "diskpart", "bcdedit", "netsh", "vssadmin", "wevtutil", "nsenter", "chroot", "tcpdump", "tshark", "dumpcap",
  # Stores of secrets, and the clipboard.
  "gopass", "lpass", "keepassxc-cli", "keyring get", "sops", "chamber", "aws-vault", "vault kv", "vault read", "vault token", "doppler secrets", "infisical secrets", "heroku config*",
  "fly secrets", "flyctl secrets", "netlify env*", "vercel env", "railway variables", "pbpaste", "wl-paste", "xclip -o*", "xsel -o*", "xsel --output", "get-clipboard",
  # Tunnels that open a local server to others.
  "localtunnel", "lt", "cloudflared", "bore", "frpc", "tailscale funnel", "tailscale serve",
]
message = "The command can change the system, gain privileges, hide its actions or read stored secrets"
`;
