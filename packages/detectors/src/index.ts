// The public names of the package, all of them.

export type { Finding, Kind, PatternDetector, Severity } from './detector.js';
