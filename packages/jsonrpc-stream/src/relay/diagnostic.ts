// Events that the relay reports to its owner's log.

export type Side = 'client' | 'server';

/** A message that was rejected or dropped, or was forwarded although something about it is unusual. */
export interface MessageDiagnostic {
  /** The sender of the message. */
  readonly from: Side;
  readonly outcome: 'refused' | 'dropped' | 'forwarded';
  readonly reason: string;
  /** The first characters of the message. They are not redacted. */
  readonly sample?: string;
}
