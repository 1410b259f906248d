// Defines the building blocks of the presets: commented TOML that users read and edit in `policy.toml`. Backslashes
// are doubled, because the text is in TypeScript strings. Paths use `/` on Windows as well.

export const keys = `# Keys and credentials. Any effect on a file is denied; a command that uses only its name, such as \`ls -l .env\`, has none.
[[rule]]
name = "no_private_keys"
action = "deny"
effect = ["read", "write", "delete", "move", "exec", "connect"]
path = [
  "**/.ssh/**", "**/.gnupg/**", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.ppk", "*.p12", "*.pfx", "*.jks", "*.keystore",
  "/etc/ssh/ssh_host_*_key", "**/secring.gpg", "*.kdbx", "*.kdb", "*.p8", "*.pk8", "*.keytab", "*.agekey",
  # Additional keys and backup copies. These patterns do not match public keys such as \`id_rsa.pub\`.
  "id_rsa?bak", "id_rsa?old", "id_rsa?orig", "id_rsa?backup", "id_rsa?copy", "id_rsa~", "id_ed25519?bak", "id_ed25519?old", "id_ed25519?backup", "id_ed25519~",
  "id_ecdsa?bak", "id_ecdsa?old", "id_ecdsa~", "id_ed25519_*", "id_ed25519-*", "id_rsa_*", "id_rsa-*", "id_ecdsa_*", "id_ecdsa-*",
  # Common file names of server keys.
  "server.key", "client.key", "host.key", "domain.key", "site.key", "tls.key", "ssl.key", "ca.key", "root.key", "private.key", "privatekey.*", "private_key.*", "private-key.*",
  "**/certs/*.key", "**/cert/*.key", "**/ssl/*.key", "**/tls/*.key", "**/pki/*.key", "**/private/*.key", "**/keys/*.key", "**/nginx/*.key",
  "key.pem", "privkey*.pem", "private*.pem", "tls.pem", "server.pem", "*-key.pem", "*_key.pem", "*.key.pem", "master.key", "**/config/credentials/*.key",
  "rsa.pem", "ec.pem", "jwt*.key", "jwt*.pem", "*_private.pem", "*-private.pem", "signing.key", "encryption.key", "secret.key", "rsa.key", "deploy.key", "ssh.key",
  "deploy_key", "deploy-key", "*_deploy_key", "*-deploy-key", "ssh_key", "ssh-key", ".ssh_key", "id_github", "id_gitlab", "id_deploy", "**/.vagrant/**/private_key",
  # Keys of private networks.
  "*.ovpn", "wg0.conf", "ipsec.secrets", "chap-secrets", "pap-secrets", "wpa_supplicant.conf",
  # Wallets.
  "wallet.dat", "**/.ethereum/keystore/**", "**/Ethereum/keystore/**", "**/.config/solana/id.json", "**/.electrum/wallets/**", "**/.bitcoin/wallets/**", "**/.near-credentials/**",
]
message = "Agents may not access private keys"

[[rule]]
name = "no_cloud_credentials"
action = "deny"
effect = ["read", "write", "delete", "move", "exec", "connect"]
path = [
  "**/.aws/**", "**/.azure/**", "**/.oci/**", "**/.config/gcloud/**", "**/.boto", "**/.s3cfg", "**/.kube/config", "**/.docker/config.json",
  "**/.config/gh/hosts.yml", "**/.config/rclone/**", "**/.config/doctl/**", "**/.terraform.d/**", "**/.vault-token", "**/.netrc", "**/_netrc",
  "**/.git-credentials", "**/.pgpass", "**/.my.cnf", "~/.npmrc", "/root/.npmrc", "/home/*/.npmrc", "/Users/*/.npmrc", "C:/Users/*/.npmrc", "**/.pypirc", "**/.cargo/credentials*", "**/.gem/credentials", "**/.m2/settings.xml",
  "**/AppData/Roaming/gcloud/**", "**/AppData/Roaming/GitHub CLI/**", "**/AppData/Roaming/NuGet/NuGet.Config", "**/application_default_credentials.json",
  "/var/run/secrets/**", "/run/secrets/**", "**/.gradle/gradle.properties", "**/.composer/auth.json", "**/.config/composer/auth.json", "**/.config/glab-cli/**", "**/.config/hub",
  "**/.databrickscfg", "**/.snowsql/config", "**/.kaggle/kaggle.json", "**/.huggingface/token", "**/.cache/huggingface/token", "**/.pulumi/credentials.json", "**/.sentryclirc",
  "**/.fly/config.yml", "**/.config/netlify/config.json", "**/com.vercel.cli/auth.json", "**/.config/stripe/config.toml", "**/ngrok.yml", "**/.config/hcloud/cli.toml",
  "**/.config/scw/config.yaml", "**/.config/linode-cli", "**/.config/configstore/firebase-tools.json", "**/.wrangler/config/**", "**/.config/op/**",
  ".npmrc.bak", ".npmrc~", ".pypirc.bak", ".pypirc~", ".netrc.bak", ".netrc~", ".pgpass.bak", ".my.cnf.bak", ".s3cfg.bak", ".git-credentials.bak", ".terraformrc", "terraform.rc", "credentials.tfrc.json",
  "**/.config/git/credentials", "**/.config/sops/**", "**/containers/auth.json", ".dockercfg", "**/.aliyun/**", "**/.bluemix/**", "**/.tccli/**", "**/.config/exoscale/**", "**/.config/upcloud.y*ml", "**/.config/heroku/**",
  "rclone.conf", ".rclone.conf", "**/.mc/config.json", "accessTokens.json", "msal_token_cache.bin", "msal_token_cache.json", "k3s.yaml",
  # Logins of coding agents.
  "**/.claude/.credentials.json", "**/.config/github-copilot/**", "**/.gemini/oauth_creds.json", "**/.qwen/oauth_creds.json", "**/.local/share/opencode/auth.json",
]
message = "Agents may not access credentials for cloud services and package registries"

[[rule]]
name = "no_npm_credentials"
action = "deny"
# A project's \`.npmrc\` with settings may be written; this is denied if the text has a token, or makes npm start another program.
effect = ["read", "delete", "move"]
path = "**/.npmrc"
message = "Agents may not read \`.npmrc\`, which can contain tokens for package registries"

[[rule]]
name = "no_npm_uploads"
action = "deny"
tool = ["*upload*", "*send*", "*attach*", "*share*", "*post*", "*put*", "*mail*", "*publish*"]
path = "**/.npmrc"
message = "Agents may not send \`.npmrc\`, which can contain tokens for package registries"

[[rule]]
name = "no_npm_settings"
action = "deny"
path = "**/.npmrc"
args."**" = ["**_auth**", "**_password**", "**script-shell**", "**node-options**", "**git=**"]
message = "Agents may not write tokens, or settings that make npm start other programs, to \`.npmrc\`"

[[rule]]
name = "no_browser_credentials"
action = "deny"
effect = ["read", "write", "delete", "move", "exec", "connect"]
path = [
  # Linux
  "**/.mozilla/**", "**/.config/google-chrome*/**", "**/.config/chromium/**", "**/.config/BraveSoftware/**", "**/.config/microsoft-edge*/**",
  "**/.config/opera/**", "**/.config/vivaldi/**", "**/.local/share/keyrings/**", "**/.password-store/**", "**/.config/Bitwarden/**", "**/.config/1Password/**",
  "**/.opera/**", "**/.var/app/*/config/google-chrome*/**", "**/.var/app/*/config/BraveSoftware/**", "**/.var/app/*/config/chromium/**", "**/.var/app/*/.mozilla/**", "**/snap/chromium/**", "**/snap/firefox/**", "**/snap/brave/**",
  # macOS
  "**/Library/Application Support/Vivaldi/**", "**/Library/Application Support/com.operasoftware.Opera*/**", "**/Library/Application Support/Chromium/**",
  "**/Library/Application Support/Google/Chrome/**", "**/Library/Application Support/Firefox/**", "**/Library/Application Support/BraveSoftware/**",
  "**/Library/Application Support/Microsoft Edge/**", "**/Library/Application Support/Arc/**", "**/Library/Safari/**", "**/Library/Cookies/**",
  "**/Library/Keychains/**", "**/Library/Application Support/Bitwarden/**", "**/Library/Group Containers/*1password*/**",
  # Windows
  "**/AppData/Local/Google/Chrome/User Data/**", "**/AppData/Local/Microsoft/Edge/User Data/**", "**/AppData/Local/BraveSoftware/**",
  "**/AppData/Local/Vivaldi/**", "**/AppData/Local/Chromium/**", "**/AppData/Roaming/Opera Software/**", "**/AppData/Local/Google/Chrome */User Data/**",
  "**/AppData/Roaming/Mozilla/**", "**/AppData/Roaming/Microsoft/Credentials/**", "**/AppData/Local/Microsoft/Credentials/**",
  "**/AppData/Roaming/Microsoft/Protect/**", "**/AppData/Local/Microsoft/Vault/**", "**/AppData/Roaming/Bitwarden/**",
]
message = "Agents may not access browser profiles or password stores"

[[rule]]
name = "no_shell_history"
action = "deny"
effect = ["read", "write", "delete", "move", "exec", "connect"]
path = [
  ".bash_history", ".bash_history~", ".bash_history.bak", ".zsh_history", ".zsh_history~", ".zsh_history.bak", ".sh_history", ".histfile", ".history", "fish_history", ".python_history", ".node_repl_history", ".psql_history",
  "**/.zsh_sessions/**", "**/.bash_sessions/**", "**/.local/share/atuin/**", "**/.local/share/mcfly/**", ".ksh_history", ".tcsh_history", ".irb_history", ".irb-history", ".pry_history", ".mongorc.js", ".dbshell",
  ".mysql_history", ".sqlite_history", ".rediscli_history", ".lesshst", ".viminfo", "ConsoleHost_history.txt",
]
message = "Agents may not access the shell history, which can contain secrets"

[[rule]]
name = "no_system_secrets"
action = "deny"
effect = ["read", "write", "delete", "move", "exec", "connect"]
path = [
  "/etc/shadow*", "/etc/gshadow*", "/etc/master.passwd", "/etc/sudoers", "/etc/sudoers.d/**", "/etc/security/opasswd",
  "/etc/ssl/private/**", "/etc/pki/tls/private/**", "/etc/letsencrypt/**", "/etc/krb5.keytab",
  "/etc/kubernetes/*.conf", "/etc/rancher/**", "/etc/wireguard/**", "/etc/NetworkManager/system-connections/**",
  "/proc/*/environ", "/proc/*/mem", "/proc/*/maps", "/proc/*/auxv", "/proc/kcore", "/proc/*/task/**", "/dev/mem", "/dev/kmem", "/dev/sd*", "/dev/nvme*", "/dev/disk*", "/dev/tcp/**", "/dev/udp/**",
  "/var/run/docker.sock", "/run/docker.sock", "**/podman/podman.sock", "**/containerd/containerd.sock", "**/crio/crio.sock", "**/.docker/run/docker.sock", "**/.colima/**/docker.sock", "**/.orbstack/run/docker.sock", "/var/db/dslocal/**", "/Library/Keychains/**", "C:/Windows/System32/config/**", "C:/Windows/Sysnative/config/**", "**/PhysicalDrive?", "**/PhysicalDrive1?", "C:/Windows/repair/**", "**/NTUSER.DAT", "**/NTUSER.DAT.LOG1", "**/NTUSER.DAT.LOG2",
]
message = "Agents may not access system secrets or raw devices"
`;

export const translations = `# Files with translations, which are often called \`secrets.json\` like the page that they translate.
[[rule]]
name = "translation_files"
action = "log"
effect = ["read", "write"]
path = [
  "**/locales/**/*.json", "**/locales/**/*.y*ml", "**/locale/**/*.json", "**/locale/**/*.y*ml", "**/i18n/**/*.json", "**/i18n/**/*.y*ml", "**/translations/**/*.json", "**/translations/**/*.y*ml", "**/lang/**/*.json",
]
`;

export const environmentFiles = `[[rule]]
name = "no_env_files"
action = "deny"
effect = ["read", "write", "delete", "move", "exec", "connect"]
# Templates such as \`.env.example\` are not listed because they contain no secrets.
path = [
  ".env", ".envrc", ".env.local", ".env.*.local", ".env.development", ".env.dev", ".env.test", ".env.staging", ".env.production", ".env.prod",
  "**/.env.secret*", "**/secrets.y*ml", "**/secrets.json", "**/credentials.json", "**/.streamlit/secrets.toml", "**/wp-config.php",
  # Backup files, and temporary files of editors.
  ".env~", ".env.bak*", ".env.backup*", ".env.old*", ".env.orig*", ".env.save*", ".env.copy*", ".env.sw?", ".#.env*", "#.env#", ".env.tmp", ".env.1", ".env.2",
  ".env.*.bak", ".env.*.old", ".env.*.save", ".env.*.backup", ".env.*.sw?", ".env.*~", ".envrc.bak", ".envrc~", "env.bak",
  # Other common names of environment files.
  ".env.prd", ".env.pre", ".env.preprod", ".env.pp", ".env.int", ".env.sandbox", ".env.demo", ".env.main", ".env.master", ".env.remote", ".env.aws", ".env.azure", ".env.gcp", ".env.heroku", ".env.user", ".env.home", ".env copy*", ".env (*)",
  ".env.live", ".env.stage", ".env.preview", ".env.qa", ".env.uat", ".env.ci", ".env.docker", ".env.vercel", ".env.keys", ".env.private", ".env.real", ".env.server", ".env.db",
  "prod.env", "production.env", "stage.env", "staging.env", "dev.env", "development.env", "local.env", "live.env", "secret.env", "secrets.env", "app.env", "docker.env", "api.env",
  "web.env", "db.env", "database.env", "backend.env", "server.env", "deploy.env", ".flaskenv", ".dev.vars", ".dev.vars.*", ".secrets", ".secrets.*", ".prod.vars",
  ".env_prod", ".env_production", ".env_local", ".env_dev", ".env_staging", ".env_bak", ".env_backup", ".env_old", ".env-prod", ".env-production", ".env-local", ".env-dev", ".env-staging", ".env-bak", ".env-backup",
  ".env-old", ".env1", ".env2",
  "**/.envs/**", "env.prod", "env.production", "env.local", "env.staging", "docker-compose.env", "docker-compose.override.env", "**/.secrets/**",
  # Notes with passwords and keys.
  "passwords.txt", "password.txt", "passwords.csv", "passwords.json", ".passwd", ".password", "creds.json", "creds.txt", "creds.y*ml", "cred.json", "credentials.txt", "credentials.csv", "credentials.y*ml",
  "credentials.ini", "credentials.toml", "credentials.xml", ".credentials", "secret.txt", "secrets.txt", "secrets.csv", "my_secrets.txt", "my-secrets.txt", "api_key.txt", "api_keys.txt", "api-key.txt", "api-keys.txt",
  "apikey.txt", "apikeys.txt", "api_keys.json", "apikeys.json", "api-keys.json", ".apikey", ".api_key", "token.txt", "access_token.txt", "gh_token.txt", "github_token.txt", ".token", ".access_token", ".github_token",
  # Settings of frameworks that contain passwords.
  "secrets.y*ml.bak", "secrets.y*ml.old", "secrets.json.bak", "secrets.properties", "secrets.ini", "prod-secrets.json", "prod-secrets.y*ml", "prod_secrets.json", "prod_secrets.y*ml", "production-secrets.json", "production-secrets.y*ml", "application-secrets.properties", "application-secrets.y*ml",
  "keystore.properties", "key.properties", "signing.properties", "wp-config.php.bak", "wp-config.php.old", "wp-config.php.save", "wp-config.php.orig", "wp-config.php~", "wp-config.bak", "**/playwright/.auth/**", "storageState.json",
  "secret.y*ml", "secrets.toml", 
  # Not \`secrets.example.yml\`: templates contain no secrets.
  "secrets.dev*.*", "secrets.test.*", "secrets.stag*.*", "secrets.prod*.*", "secrets.local.*", "secrets.live.*", "secrets.qa.*", "secrets.uat.*", "secrets.ci.*", "secrets.private.*", "secrets.enc.*", "secrets.dec.*",
  "secrets.real.*", "secrets.server.*", "secrets.main.*", "secrets.default.*", "secrets.*.local.*", "secrets.*.enc.*", "secrets.*.dec.*",
  "local.settings.json", "appsettings.*.json", "local_settings.py", "settings.local.php", "LocalSettings.php",
  ".htpasswd", ".htpasswd.*", "htpasswd", "sftp-config.json", "**/.vscode/sftp.json", "dataSources.local.xml", ".vault_pass*", ".vault-password*", "settings-security.xml",
  # Keys of cloud services, and infrastructure state, which contains such keys.
  "service-account*.json", "service_account*.json", "serviceaccount*.json", "serviceAccount*.json", "*-service-account*.json", "*_service_account*.json", "gcp-key*.json", "gcp_key*.json",
  "gcp-credentials*.json", "gcloud-key*.json", "google-credentials*.json", "google_credentials*.json", "*firebase-adminsdk*.json", "client_secret*.json", "gha-creds-*.json",
  "*.tfstate", "*.tfstate.*", "terraform.tfvars", "*.auto.tfvars", "secret*.tfvars", "kubeconfig", "*.kubeconfig", "**/.codex/auth.json", "**/.docker/config.json.*",
]
message = "Agents may not access environment files or other files with secrets; ask the user for the value"
`;

export const ownFiles = `# The firewall's own files. \`[self] protect\` covers changes; this rule also prevents reading.
[[rule]]
name = "no_firewall_state"
action = "deny"
path = ["**/.local/state/clawdefender/**", "**/.clawdefender/**"]
message = "Agents may not access the firewall's audit log or stored credentials"

[[rule]]
name = "no_firewall_changes"
action = "deny"
effect = ["write", "delete", "move"]
path = ["**/.config/clawdefender/**", "**/.config/clawai/**"]
message = "Agents may not change the firewall's policy or files"
`;

export const startUp = `# Files that run automatically at the next login or the next start of a tool.
[[rule]]
name = "no_start_up_changes"
action = "deny"
effect = ["write", "delete", "move"]
path = [
  "~/.bashrc", "~/.bash_profile", "~/.bash_login", "~/.bash_logout", "~/.profile", "~/.zshrc", "~/.zshenv", "~/.zprofile", "~/.zlogin", "~/.config/fish/**",
  "~/.config/autostart/**", "~/.config/systemd/**", "~/.local/share/systemd/**", "~/.pam_environment", "~/.xprofile", "~/.xinitrc", "~/.gitconfig", "~/.config/git/**",
  "**/.git/hooks/**", "**/.git/config", "/etc/**", "/usr/**", "/bin/**", "/sbin/**", "/boot/**", "/lib/**", "/var/spool/cron/**", "/Library/LaunchAgents/**", "/Library/LaunchDaemons/**",
  "~/Library/LaunchAgents/**", "/System/**", "~/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/**", "C:/Windows/**", "C:/Program Files/**",
  "~/Documents/PowerShell/**", "~/Documents/WindowsPowerShell/**",
  # Further files that shells, desktops and interpreters run when they start.
  "~/.bash_aliases", "~/.bash_functions", "~/.bash_completion", "~/.bashrc.d/**", "~/.zlogout", "~/.zsh_aliases", "~/.config/zsh/**", "~/.oh-my-zsh/**", "~/.config/powershell/**", "~/.xsession", "~/.xsessionrc",
  "~/.config/environment.d/**", "~/.config/plasma-workspace/**", "~/.kde/Autostart/**", "~/.kde4/Autostart/**", "~/.local/share/dbus-1/**", "~/.config/direnv/**", "~/.direnvrc", "~/.inputrc", "~/.pythonrc", "~/.pythonrc.py",
  "~/.irbrc", "~/.pryrc", "~/.gdbinit", "~/.lldbinit", "~/.hammerspoon/**", "**/site-packages/*.pth", "**/site-packages/sitecustomize.py", "**/site-packages/usercustomize.py",
  "~/.vscode/extensions/**", "~/.vscode-server/extensions/**", "~/.cursor/extensions/**", "~/.docker/cli-plugins/**", "~/.gradle/init.gradle", "~/.gradle/init.d/**", "~/.cargo/config.toml", "~/.cargo/bin/**",
  "~/.cshrc", "~/.tcshrc", "~/.login", "~/.logout", "~/.kshrc", "~/.mkshrc", "~/.config/nushell/**", "~/.config/elvish/**", "~/.elvish/**", "~/.xonshrc", "~/.config/xonsh/**", "~/.psqlrc", "~/.sqliterc", "~/.mylogin.cnf",
  "~/.ipython/**", "~/.jupyter/**", "~/.Rprofile", "~/.Renviron", "~/.octaverc", "~/.local/share/bash-completion/**", "~/.cargo/env", "~/.nvm/nvm.sh", "~/.sdkman/bin/**", "~/.asdf/asdf.sh", "~/.asdfrc", "~/.rvm/scripts/**",
  "/root/.bashrc", "/root/.bash_profile", "/root/.profile", "/root/.zshrc",
  "~/.git-templates/**", "**/.git/modules/**/hooks/**", "**/.git/modules/**/config", "**/.git/worktrees/*/config*", "**/.git/config.worktree", "**/.git/info/attributes",
  # Hooks of coding agents.
  "**/.claude/settings.json", "**/.claude/settings.local.json", "**/.claude/hooks/**", "**/.cursor/hooks.json", "**/.windsurf/hooks.json",
]
message = "Agents may not change start-up files, hooks or system folders"

# Settings with which an editor runs tasks when a folder is opened, or tools of agents without approval.
[[rule]]
name = "no_automatic_tasks"
action = "deny"
effect = "write"
path = ["**/.vscode/*.json", "*.code-workspace", "**/Code/User/settings.json", "**/Code - Insiders/User/settings.json", "**/Cursor/User/settings.json", "**/VSCodium/User/settings.json", "**/.devcontainer/**", ".devcontainer.json"]
args."**" = ["**initializeCommand**", "**folderOpen**", "**autoApprove**", "**allowAutomaticTasks**"]
message = "Agents may not change editor settings so that tasks or tools run automatically"
`;

export const metadata = `# Cloud metadata services, which return credentials. The egress check also recognises other spellings of these addresses.
[[rule]]
name = "no_cloud_metadata"
action = "deny"
host = ["169.254.169.254", "169.254.170.2", "[fd00:ec2::254]", "metadata.google.internal", "metadata.goog", "100.100.100.200", "metadata.azure.com"]
message = "Agents may not access cloud metadata services, which return credentials"
`;

export const deletions = `[[rule]]
name = "no_mass_deletion"
action = "deny"
effect = ["delete", "move"]
path = ["/", "~", "/*", "~/*", "/home/*", "/Users/*", "C:/", "C:/*", "C:/Users/*", "**/.git"]
message = "Agents may not delete whole home or system folders"
`;

export const settingsThatRunCode = `# Configurations that run code when the user starts an editor or a terminal, and folders of commands.
[[rule]]
name = "ask_settings_that_run_code"
action = "prompt"
effect = ["write", "delete", "move"]
path = [
  "~/.vimrc", "~/.vim/**", "~/.config/nvim/**", "~/.emacs", "~/.emacs.d/**", "~/.config/emacs/**", "~/.tmux.conf", "~/.config/tmux/**", "~/.screenrc", "~/.config/i3/**", "~/.config/sway/**", "~/.config/hypr/**",
  "~/.config/mise/**", "~/.local/bin/**", "~/bin/**",
]
message = "The call changes a file that runs when the user starts a program"

# A program that is not known to only read may write to the files that it is given, such as \`shuf -o FILE\`.
[[rule]]
name = "no_start_up_files_for_programs"
action = "deny"
effect = "exec"
path = [
  "~/.bashrc", "~/.bash_profile", "~/.bash_login", "~/.bash_logout", "~/.profile", "~/.zshrc", "~/.zshenv", "~/.zprofile", "~/.zlogin", "~/.config/autostart/**", "~/.config/systemd/**", "~/.gitconfig",
  "**/.git/hooks/**", "**/.git/config", "~/Library/LaunchAgents/**", "**/.claude/settings.json", "**/.claude/settings.local.json", "**/.cursor/hooks.json",
]
message = "Agents may not pass start-up files or hooks to programs that could change them"
`;

export const dangerousTools = `# A tool whose definition changes in a dangerous way (instructions to the model, new addresses, hidden characters), or whose first
# description contains instructions to the model, requires approval before it is used. Other changes are recorded.
[tools]
dangerous_change = "prompt"
poisoning = "prompt"
`;
