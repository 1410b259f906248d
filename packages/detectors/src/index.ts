// The public names of the package, all of them.

export { type Category, categoryOf } from './categories.js';
export type { Finding, Kind, PatternDetector, Severity } from './detector.js';
export { classifyHost, type Destination, findDestinations, type Reason } from './egress/index.js';
export type { Place, Sensitivity } from './injection/judge.js';
export { urlDetector } from './personal/index.js';
export { redact, redaction } from './redact.js';
export { detectors } from './registry.js';
export { createEngine, type Engine, type EngineOptions, type Scan, type TextOptions } from './scan.js';
export type { Scanner } from './scanner.js';
export { findStrings, type PathStep, type TextPlace } from './strings.js';
