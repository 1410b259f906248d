import { defaultLimits, type WireSettings } from '@claw/jsonrpc-stream';

/** The maximum size of a message in bytes. */
export const maxMessageOf = ({ limits }: WireSettings): number =>
  limits?.maxMessage ?? defaultLimits.maxMessage;
