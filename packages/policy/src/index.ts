export type { Access } from './access.js';
export type { Finding } from './analyse/analyse.js';
export { analysePolicy } from './analyse/analyse.js';
export { checkPolicy } from './analyse/check.js';
export type { MessageClass, MethodInfo } from './classify.js';
export { classifyMethod } from './classify.js';
export { convertPolicy, showPolicy } from './convert.js';
export type { Diagnostic, Severity } from './diagnostics.js';
export { formatDiagnostic, PolicyError } from './diagnostics.js';
export type {
  CompiledPolicy,
  CompileOptions,
  EvaluationContext,
  Explanation,
  PreparedEvent,
  TrailStep,
} from './evaluate.js';
export { compilePolicy, foldersOfPolicy } from './evaluate.js';
export { effectNames } from './facts/effects.js';
export type { Environment, Links } from './facts/environment.js';
export type { FactSource, Facts, HostFact, PathFact } from './facts/facts.js';
export type { Invocation } from './facts/invocation.js';
export { namesNothing, takesPlainText } from './facts/plain-text.js';
export type { ParseShell, ShellCommand, ShellProgram, ShellRedirect, ShellWord } from './facts/program.js';
export type { ShellFact, ShellFacts } from './facts/shell-found.js';
export type { Fixture, FixtureOptions, FixtureResult, FixtureRunner } from './fixture.js';
export { createFixtureRunner, readAction, readFixture } from './fixture.js';
export type { Converted } from './format.js';
export { compileNames } from './glob.js';
export type { Imported } from './import/import.js';
export { importPolicy } from './import/import.js';
export type {
  Action,
  ArgumentMatch,
  Dialect,
  Direction,
  Effect,
  EventKind,
  Hit,
  Match,
  Policy,
  PolicyEvent,
  RateLimit,
  Rule,
  Ruling,
} from './model.js';
export { compileRestrictedNames } from './name-forms.js';
export type { ParseResult } from './parse.js';
export { loadPolicy, parsePolicy } from './parse.js';
export type { PresetName } from './presets/index.js';
export { PRESETS, presetText } from './presets/index.js';
export type { Count } from './ruling.js';
export type { Settings } from './schema/settings.js';
