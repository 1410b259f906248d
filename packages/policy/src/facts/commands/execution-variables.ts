// Lists variables that change which program a name refers to, or that make a program start others.

/** Tests whether an assignment to this variable can change later commands. */
export const mayAlterExecution = (variable: string): boolean =>
  variable === 'PATH' || EXECUTION_VARIABLE.test(variable);

/** Tests whether an assignment (`PATH=/tmp/x`) changes the meaning of later program names. */
export function altersExecution(assignment: string): boolean {
  const [, name = '', value = ''] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(assignment) ?? [];
  if (name === 'PATH') return !value.split(':').every((folder) => USUAL_FOLDER.test(folder));
  return EXECUTION_VARIABLE.test(name) && !HARMLESS_PAGER.test(assignment);
}

const EXECUTION_VARIABLE =
  /^(?:LD_|DYLD_|BASH_ENV$|ENV$|GIT_(?:SSH|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|EXTERNAL_DIFF|EXEC_PATH|CONFIG|PROXY|TEMPLATE_DIR|DIR$|WORK_TREE)|PYTHONSTARTUP$|PYTHONPATH$|NODE_OPTIONS$|NODE_PATH$|PERL5|RUBYOPT$|RUBYLIB$|JAVA_TOOL_OPTIONS$|PAGER$|MANPAGER$|EDITOR$|VISUAL$|BROWSER$|PROMPT_COMMAND$|PS4$|SHELL$|IFS$|SSH_ASKPASS|TAR_OPTIONS$)/;
const HARMLESS_PAGER =
  /^(?:GIT_PAGER|PAGER|MANPAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL|BROWSER)=(?:|cat|less|true|:|vim?|nano|none)$/;
// Folders where system and user tools are installed, and references to the previous search path.
const USUAL_FOLDER =
  /^(?:\$PATH|\$\{PATH\}|(?:\.\/|\$PWD\/|\.)?\/?node_modules\/\.bin|\/(?:usr|opt|bin|sbin|snap|nix)(?:\/[\w.@+-]+)*|(?:~|\$HOME|\$\{HOME\})\/\.?[\w-]+(?:\/[\w.-]+)*\/(?:bin|shims))$/;
