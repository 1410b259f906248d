// Variables that make the names of programs mean something else, or start programs themselves.

/** Whether there is a value that makes an assignment to this variable meaningful. */
export const mayAlterExecution = (variable: string): boolean =>
  variable === 'PATH' || EXECUTION_VARIABLE.test(variable);

/** Does an assignment (`PATH=/tmp/x`) make names below it mean something else? */
export function altersExecution(assignment: string): boolean {
  const [, name = '', value = ''] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(assignment) ?? [];
  if (name === 'PATH') return !value.split(':').every((folder) => USUAL_FOLDER.test(folder));
  return EXECUTION_VARIABLE.test(name) && !HARMLESS_PAGER.test(assignment);
}

const EXECUTION_VARIABLE =
  /^(?:LD_|DYLD_|BASH_ENV$|ENV$|GIT_(?:SSH|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|EXTERNAL_DIFF|EXEC_PATH|CONFIG|PROXY|TEMPLATE_DIR|DIR$|WORK_TREE)|PYTHONSTARTUP$|PYTHONPATH$|NODE_OPTIONS$|NODE_PATH$|PERL5|RUBYOPT$|RUBYLIB$|JAVA_TOOL_OPTIONS$|PAGER$|MANPAGER$|EDITOR$|VISUAL$|BROWSER$|PROMPT_COMMAND$|PS4$|SHELL$|IFS$|SSH_ASKPASS|TAR_OPTIONS$)/;
const HARMLESS_PAGER =
  /^(?:GIT_PAGER|PAGER|MANPAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL|BROWSER)=(?:|cat|less|true|:|vim?|nano|none)$/;
// Where tools of the system and of the user are installed, and what the search path was before.
const USUAL_FOLDER =
  /^(?:\$PATH|\$\{PATH\}|(?:\.\/|\$PWD\/|\.)?\/?node_modules\/\.bin|\/(?:usr|opt|bin|sbin|snap|nix)(?:\/[\w.@+-]+)*|(?:~|\$HOME|\$\{HOME\})\/\.?[\w-]+(?:\/[\w.-]+)*\/(?:bin|shims))$/;
