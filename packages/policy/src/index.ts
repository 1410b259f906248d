export type { Finding } from './analyse/analyse.js';
export { analysePolicy } from './analyse/analyse.js';
export type { CheckOptions } from './analyse/check.js';
export { checkPolicy, locateProblems } from './analyse/check.js';
export { convertPolicy, showPolicy } from './convert/convert.js';
export type { Converted } from './convert/format.js';
export type { Access } from './evaluate/access.js';
export type {
  CompiledPolicy,
  CompileOptions,
  EvaluationContext,
  Explanation,
  PreparedEvent,
  TrailStep,
} from './evaluate/compile-policy.js';
export { compilePolicy, foldersToResolve } from './evaluate/compile-policy.js';
export type { CountCall } from './evaluate/ruling.js';
export type { Invocation } from './facts/commands/invocation.js';
export type { ShellFacts, ShellWordFact } from './facts/commands/shell/shell-facts.js';
export type {
  ParseShell,
  ShellCommand,
  ShellProgram,
  ShellRedirect,
  ShellWord,
} from './facts/commands/shell/shell-syntax.js';
export { effectNames } from './facts/effects.js';
export type { Environment, Links } from './facts/environment.js';
export type { FactSource, Facts, HostFact, PathFact } from './facts/facts.js';
export type { Fixture, FixtureOptions, FixtureResult, FixtureRunner } from './fixture.js';
export { createFixtureRunner, readAction, readFixture } from './fixture.js';
export type { ImportResult } from './import/import.js';
export { importPolicy } from './import/import.js';
export type { AddressRange } from './match/address-range.js';
export { isInRange, normalizeAddress, parseRange } from './match/address-range.js';
export { compileDeniedNames } from './match/equivalent-names.js';
export { compileNames } from './match/glob.js';
export type { MessageClass, MethodInfo } from './methods.js';
export { classifyMethod } from './methods.js';
export type {
  Action,
  ArgumentMatch,
  Dialect,
  Direction,
  Effect,
  EventKind,
  Match,
  MatchedValue,
  Policy,
  PolicyEvent,
  RateLimit,
  Rule,
  Ruling,
} from './model.js';
export type { Diagnostic, Problem, Severity } from './parse/diagnostics.js';
export { formatDiagnostic, PolicyError } from './parse/diagnostics.js';
export { knownKeys } from './parse/known-keys.js';
export type { ParseResult } from './parse/parse.js';
export { loadPolicy, parsePolicy } from './parse/parse.js';
export type { GuardField, ParsedGuards } from './parse/parse-guards.js';
export { parseGuards } from './parse/parse-guards.js';
export type { Guard } from './parse/schema/guards.js';
export type { Settings } from './parse/schema/settings.js';
export { suggest } from './parse/suggestion.js';
export type { TomlFileOptions, TomlFileResult } from './parse/toml-file.js';
export { parseTomlFile } from './parse/toml-file.js';
export type { PresetName } from './presets/index.js';
export { PRESETS, presetText } from './presets/index.js';
