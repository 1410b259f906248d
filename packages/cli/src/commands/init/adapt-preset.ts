// Fits a preset to a machine: the files in which its clients name their servers, and the folders of its projects.

import type { PresetName } from '@claw/policy';

/** What was found. */
export interface UserEnvironment {
  readonly home: string;
  /** The configuration files of clients. Whoever can write them can take us out. */
  readonly clientFiles: readonly string[];
  /** Folders that clients name as projects. */
  readonly projects: readonly string[];
}

/** The text of the policy with rules for this machine. */
export function adaptPolicy(text: string, preset: PresetName, surroundings: UserEnvironment): string {
  // Whoever only wants to watch gets no rule that refuses.
  if (preset === 'audit-only') return text;
  const guarded = insertFirst(text, clientFileRule(usable(surroundings.clientFiles)));
  return preset === 'strict' ? guarded + projectRules(projectFolders(surroundings)) : guarded;
}

/** The first rule that matches decides, so this one stands in front of those that allow. */
function insertFirst(text: string, rule: string): string {
  const first = /^(?:#.*\n)*\[\[rule\]\]/m.exec(text);
  return first ? text.slice(0, first.index) + rule + text.slice(first.index) : text + rule;
}

function clientFileRule(files: readonly string[]): string {
  if (files.length === 0) return '';
  return `# Configuration files of MCP clients on this machine. A change could start a server without the firewall.
[[rule]]
name = "no_client_configuration_changes"
action = "deny"
effect = ["write", "delete", "move"]
path = ${list(files)}
message = "Agents may not change the configuration of MCP clients"

`;
}

function projectRules(folders: readonly string[]): string {
  if (folders.length === 0) return '';
  const inside = list(folders.map((folder) => `${folder}/**`));
  return `
# Projects found on this machine.
[[rule]]
name = "read_known_projects"
action = "allow"
effect = "read"
path = ${inside}

[[rule]]
name = "ask_known_project_changes"
action = "prompt"
tool = "*"
effect = ["write", "delete", "move"]
path = ${inside}
message = "The call changes project files"
`;
}

/** Only what lies below the home folder: a client's file could name the whole disk as a project. */
const projectFolders = ({ home, projects }: UserEnvironment): readonly string[] =>
  usable(projects).filter((folder) => folder.startsWith(`${usable([home])[0]}/`));

/** Written with slashes, which Windows takes as well. A name that would be read as a pattern is left out. */
const usable = (paths: readonly string[]): readonly string[] =>
  paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !/[*?[\]{}!]/.test(path));

const list = (values: readonly string[]): string =>
  `[\n${values.map((value) => `  ${JSON.stringify(value)},\n`).join('')}]`;
