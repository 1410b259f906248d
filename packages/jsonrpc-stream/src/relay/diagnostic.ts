// The events that the relay reports, so that its owner can log them.

export type Side = 'client' | 'server';

/** A message that was rejected or dropped, or was forwarded although it is unusual. */
export interface MessageDiagnostic {
  /** The sender of the message. */
  readonly from: Side;
  readonly outcome: 'refused' | 'dropped' | 'forwarded';
  readonly reason: string;
  /** The first characters of the message. They are not redacted. */
  readonly sample?: string;
}
