// The public names of the package, all of them.

export { type Category, categoryOf } from './categories.js';
export { type ChainOptions, type Chains, createChains } from './chain/chains.js';
export { type LabelOptions, labelsOf } from './chain/labels.js';
export type { ChainPattern, ChainPatternStep } from './chain/patterns.js';
export { type ChainState, createChainState } from './chain/state.js';
export type {
  ChainAction,
  ChainMatch,
  ChainStep,
  ContentLabel,
  Label,
  PathLabel,
  Step,
  StepCommand,
  StepEffect,
  StepPath,
} from './chain/step.js';
export type { Finding, Kind, PatternDetector, Severity } from './detector.js';
export { classifyHost, type Destination, findDestinations, type Reason } from './egress/index.js';
export type { Place, Sensitivity } from './injection/judge.js';
export { urlDetector } from './personal/index.js';
export { readingsOf } from './readings.js';
export { redact, redaction } from './redact.js';
export { detectors } from './registry.js';
export { createEngine, type Engine, type EngineOptions, type Scan, type TextOptions } from './scan.js';
export type { Scanner } from './scanner.js';
export { asksForSecret, namesSecret, namesSecretPlainly } from './secret-words.js';
export { findStrings, type PathStep, type TextPlace } from './strings.js';
export type { ChangeKind, ChangeWeight, ToolChange } from './tools/change.js';
export { checkArguments } from './tools/check-arguments.js';
export { compareTools } from './tools/compare.js';
export { inspectInstructions, inspectTool, type PlacedFinding } from './tools/inspect.js';
export type { SchemaProblem } from './tools/outcome.js';
export { type Digest, describeServer, describeTool, type ToolPin } from './tools/pin.js';
export { readsOnlyTypes } from './tools/reads-only-types.js';
export { findShadowing, type Shadowing } from './tools/shadowing.js';
export { showText } from './visible.js';
