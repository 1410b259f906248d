// The version, which the build inserts so that start-up does not read package.json.

declare const CLAWDEFENDER_VERSION: string | undefined;

export const version = typeof CLAWDEFENDER_VERSION === 'string' ? CLAWDEFENDER_VERSION : '0.0.0-source';
