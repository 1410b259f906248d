// The version, written into the program when it is built: reading package.json would cost a file at every start.

declare const CLAWDEFENDER_VERSION: string | undefined;

export const version = typeof CLAWDEFENDER_VERSION === 'string' ? CLAWDEFENDER_VERSION : '0.0.0-source';
