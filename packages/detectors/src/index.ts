// The public entry point of the package.

export { categoryOf, type DataCategory } from './categories.js';
export { type ChainDetector, type ChainOptions, createChainDetector } from './chain/chain-detector.js';
export type { ChainPattern, ChainPatternStep } from './chain/configured-chains.js';
export { findLabels, type LabelOptions } from './chain/labels.js';
export { type ChainState, createChainState } from './chain/state.js';
export type {
  ChainAction,
  ChainMatch,
  ContentLabel,
  Label,
  PathLabel,
  RecordedStep,
  Step,
  StepCommand,
  StepEffect,
  StepPath,
} from './chain/step.js';
export type { Finding, Kind, PatternDetector, Severity } from './detector.js';
export {
  classifyHost,
  findNetworkAddresses,
  type NetworkAddress,
  type NonPublicReason,
} from './egress/index.js';
export {
  createEngine,
  type Engine,
  type EngineOptions,
  type IncrementalScan,
  type TextOptions,
} from './engine/engine.js';
export type { FunctionDetector } from './function-detector.js';
export type { Sensitivity, TextRole } from './injection/score.js';
export { urlDetector } from './personal/index.js';
export { detectors } from './registry.js';
export { mentionsSecret, mentionsSecretUnambiguously, requestsSecret } from './secrets/secret-words.js';
export { type ExampleKey, findExampleKeys } from './secrets/vendors/manual-examples.js';
export { normalizedVariants } from './text/normalized-variants.js';
export { toPrintable } from './text/printable.js';
export { redact, redactionMarker } from './text/redact.js';
export { findStrings, type LocatedString, type PathSegment } from './text/strings.js';
export { compareTools } from './tools/compare/compare-tools.js';
export type { ChangeKind, ChangeWeight, ToolChange } from './tools/compare/tool-change.js';
export { inspectServer, inspectTool, type LocatedFinding } from './tools/inspect.js';
export { createToolPin, type DigestFunction, type ToolPin } from './tools/pin.js';
export { checkArguments } from './tools/schema/check-arguments.js';
export type { SchemaProblem } from './tools/schema/outcome.js';
export { findShadowing, type Shadowing } from './tools/shadowing.js';
