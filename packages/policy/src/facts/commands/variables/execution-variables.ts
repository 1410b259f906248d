// Lists variables that change which program a name refers to, or that make a program start others.

/** Tests whether an assignment to this variable can change later commands. */
export const mayAlterExecution = (variable: string): boolean =>
  variable === 'PATH' || EXECUTION_VARIABLE.test(variable);

/** Tests whether an assignment (`PATH=/tmp/x`) changes the meaning of later program names. */
export function altersExecution(assignment: string): boolean {
  const [, name = '', value = ''] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(assignment) ?? [];
  if (name === 'PATH') return !value.split(':').every((folder) => USUAL_FOLDER.test(folder));
  return EXECUTION_VARIABLE.test(name) && !HARMLESS_PAGER.test(assignment) && !isHarmlessValue(name, value);
}

const EXECUTION_VARIABLE =
  /^(?:LD_(?!FLAGS)|DYLD_|BASH_ENV$|ENV$|GIT_(?:SSH|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|EXTERNAL_DIFF|EXEC_PATH|CONFIG|PROXY|TEMPLATE_DIR|DIR$|WORK_TREE)|PYTHONSTARTUP$|PYTHONPATH$|NODE_OPTIONS$|NODE_PATH$|PERL5|RUBYOPT$|RUBYLIB$|JAVA_TOOL_OPTIONS$|PAGER$|MANPAGER$|EDITOR$|VISUAL$|BROWSER$|PROMPT_COMMAND$|PS4$|SHELL$|IFS$|SSH_ASKPASS|TAR_OPTIONS$|LESSOPEN$|LESSCLOSE$|LESS$|LESSEDIT$|VIMINIT$|EXINIT$|GVIMINIT$|MYVIMRC$|LUA_INIT|MANOPT$|GH_PAGER$|GH_EDITOR$|GH_BROWSER$|GLAB_PAGER$|BAT_PAGER$|DELTA_PAGER$|PSQL_PAGER$|PSQL_EDITOR$|SYSTEMD_PAGER$|AWS_PAGER$|_JAVA_OPTIONS$|JDK_JAVA_OPTIONS$|MAVEN_OPTS$|GRADLE_OPTS$|CC$|CXX$|CPP$|LD$|AR$|RUSTC$|RUSTC_WRAPPER$|RUSTC_WORKSPACE_WRAPPER$|RUSTDOC$|CARGO_TARGET_\w+_(?:LINKER|RUNNER)$|MAKEFLAGS$|MFLAGS$|GNUMAKEFLAGS$|MAKEFILES$|GOFLAGS$|NPM_CONFIG_(?:SCRIPT_SHELL|NODE_OPTIONS|GIT|REGISTRY|USERCONFIG|GLOBALCONFIG|EDITOR|VIEWER|SHELL)$|npm_config_(?:script_shell|node_options|git|registry|userconfig|globalconfig|editor|viewer|shell)$|YARN_(?:REGISTRY|NPM_REGISTRY_SERVER|RC_FILENAME)$|GOPROXY$|GONOSUMDB$|GOSUMDB$|UV_(?:INDEX_URL|DEFAULT_INDEX|EXTRA_INDEX_URL|INDEX)$|PIP_(?:INDEX_URL|EXTRA_INDEX_URL|CONFIG_FILE)$|BUNDLE_MIRROR|GEM_SOURCE$|DOTNET_STARTUP_HOOKS$|PYTHONBREAKPOINT$|PYTHONHOME$|PYTHONUSERBASE$|PYTEST_ADDOPTS$|PYTEST_PLUGINS$|BASH_FUNC_|BASH_CMDS$|BASH_ALIASES$|BASHOPTS$|SHELLOPTS$|PROMPT$|ZDOTDIR$|FPATH$|CLASSPATH$|GCONV_PATH$|GLOBIGNORE$|LESSKEY|OPENSSL_CONF$|RIPGREP_CONFIG_PATH$|LUA_C?PATH$|CORECLR_|DOCKER_HOST$|NODE_EXTRA_CA_CERTS$|NODE_TLS_REJECT_UNAUTHORIZED$|GIT_SSL_NO_VERIFY$|COREPACK_NPM_REGISTRY$|CARGO_REGISTRIES_|ZIPOPT$|PKG_CONFIG$|TERMINFO$|FZF_DEFAULT_COMMAND$|R_PROFILE|R_ENVIRON|JULIA_LOAD_PATH$|PHPRC$|PHP_INI_SCAN_DIR$|ELECTRON_RUN_AS_NODE$|(?:HTTPS?|ALL)_PROXY$|(?:https?|all)_proxy$)/;
const HARMLESS_PAGER =
  /^(?:GIT_PAGER|PAGER|MANPAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL|BROWSER)=(?:|cat|less|true|:|vim?|nano|none)$/;
// Folders where system and user tools are installed, and references to the previous search path.
const USUAL_FOLDER =
  /^(?:\$PATH|\$\{PATH\}|(?:\.\/|\$PWD\/|\.)?\/?node_modules\/\.bin|\/(?:usr|opt|bin|sbin|snap|nix)(?:\/[\w.@+-]+)*|(?:~|\$HOME|\$\{HOME\})\/\.?[\w-]+(?:\/[\w.-]+)*\/(?:bin|shims))$/;

/** Values of these variables that start no other program and use no other address, by variable. */
const HARMLESS_VALUES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_?PAGER$/, /^(?:|cat|less(?: -[A-Za-z]+)?|more|delta|bat)$/],
  [/^LESS$/, /^[^+!]*$/],
  [/^(?:CC|CXX|CPP|LD|AR)$/, /^(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ld|lld|mold|ar|cpp|musl-gcc)(?:-\d+)?$/],
  [/^RUSTC/, /^(?:|sccache|rustc|clippy-driver)$/],
  [
    /^(?:GNU)?M(?:AKE)?FLAGS$/,
    /^(?:-?[jksniwB]\d*|-j ?\d+|--(?:no-print-directory|silent|jobs=\d+|keep-going)|\s)*$/,
  ],
  [/^GOFLAGS$/, /^(?:-(?:mod=\w+|v|race|count=\d+|tags=[\w,]+|buildvcs=\w+|trimpath|short)|\s)*$/],
  [
    /JAVA_(?:TOOL_)?OPTIONS$|^(?:MAVEN|GRADLE)_OPTS$/,
    /^(?:-X(?:m[sxn]|ss)\d+[kmg]|-XX:MaxMetaspaceSize=\d+[kmg]|-Dfile\.encoding=[\w-]+|-Dorg\.gradle\.daemon=\w+|\s)*$/i,
  ],
  [
    /^NODE_OPTIONS$/,
    /^(?:--(?:max[-_]old[-_]space[-_]size=\d+|no-warnings|no-deprecation|enable-source-maps|trace-(?:warnings|uncaught|deprecation)|experimental-(?:vm-modules|strip-types|specifier-resolution=node)|unhandled-rejections=\w+|openssl-legacy-provider|dns-result-order=\w+|expose-gc|stack-trace-limit=\d+)|\s)*$/,
  ],
  [
    /^PYTHONPATH$/,
    /^(?:\.|\$PWD|\$\(pwd\)|(?:\.\/)?(?:src|lib|app|tests?|backend|packages?)(?:\/[\w-]+)*)(?::(?:\.|src|lib|\$PYTHONPATH))*$/,
  ],
  [/^PYTHONBREAKPOINT$/, /^(?:0|pdb\.set_trace|ipdb\.set_trace)?$/],
  [
    /^PYTEST_ADDOPTS$/,
    /^(?:-[xvqsl]+|--tb=\w+|--color=\w+|--maxfail=\d+|--no-cov|-k \w+|-n \w+|--durations=\d+|\s)*$/,
  ],
  [/^(?:NPM_CONFIG|YARN)_.*REGISTRY/i, /^https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\/?$/],
  [/^GOPROXY$/, /^(?:https:\/\/proxy\.golang\.org|direct|off|,)*$/],
  [/^GO(?:NO)?SUMDB$/, /^(?:off|sum\.golang\.org|)$/],
  [/^(?:UV|PIP)_/, /^https:\/\/(?:pypi\.org\/simple|download\.pytorch\.org\/whl)(?:\/[\w.]*)?$/],
  [/PROXY$/i, /^(?:|https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/?)$/],
];

const isHarmlessValue = (name: string, value: string): boolean =>
  HARMLESS_VALUES.some(([names, values]) => names.test(name) && values.test(value));
