// Adapts a preset to a machine: adds the configuration files of its clients and the folders of its projects.

import type { PresetName } from '@claw/policy';

/** The files and folders that were found on this machine. */
export interface UserEnvironment {
  readonly home: string;
  /** The configuration files of clients. Changing one could remove the firewall. */
  readonly clientFiles: readonly string[];
  /** The folders that clients name as projects. */
  readonly projects: readonly string[];
}

/** Returns the text of the policy with the rules for this machine. */
export function adaptPolicy(text: string, preset: PresetName, surroundings: UserEnvironment): string {
  // This preset only logs, so no rule that denies is added.
  if (preset === 'audit-only') return text;
  const guarded = insertFirst(text, clientFileRule(usable(surroundings.clientFiles)));
  return preset === 'strict' ? guarded + projectRules(projectFolders(surroundings)) : guarded;
}

/** Inserts a rule before all others: the first matching rule decides, so it must precede the rules that allow. */
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

/**
 * Returns only project folders inside the home folder, because the file of a client could name the whole disk as a
 * project.
 */
const projectFolders = ({ home, projects }: UserEnvironment): readonly string[] =>
  usable(projects).filter((folder) => folder.startsWith(`${usable([home])[0]}/`));

/** Formats paths with slashes, even on Windows. Paths that would be read as patterns are omitted. */
const usable = (paths: readonly string[]): readonly string[] =>
  paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !/[*?[\]{}!]/.test(path));

const list = (values: readonly string[]): string =>
  `[\n${values.map((value) => `  ${JSON.stringify(value)},\n`).join('')}]`;
